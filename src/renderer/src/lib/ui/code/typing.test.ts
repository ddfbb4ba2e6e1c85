import { deleteCharBackward, indentMore, insertNewlineAndIndent, moveLineDown } from '@codemirror/commands'
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state'
import { expect, test } from 'vitest'
import { isTyping } from './typing.ts'

const state = EditorState.create({ doc: '<p>one</p>\n<p>two</p>', selection: { anchor: 4 } })

/** Accepts a command or CodeMirror’s name for a change. */
function isTypingOf(change: StateCommand | string): boolean {
  const made: boolean[] = []
  const dispatch = (transaction: Transaction) => made.push(isTyping(transaction))
  if (typeof change === 'function') change({ state, dispatch })
  else dispatch(state.update({ changes: { from: 4, insert: 'x' }, userEvent: change }))
  return made.length === 1 && made[0]!
}

test.each([
  ['a letter', 'input.type'],
  ['a letter of several keys', 'input.type.compose'],
  ['Backspace', deleteCharBackward as StateCommand],
  ['Enter', insertNewlineAndIndent],
])('%s is typing', (_name, change) => expect(isTypingOf(change)).toBe(true))

test.each([
  ['a paste', 'input.paste'],
  ['a drop', 'input.drop'],
  ['a cut', 'delete.cut'],
  ['a deleted line', 'delete.line'],
  ['a completion', 'input.complete'],
  ['a replacement', 'input.replace.all'],
  ['an indentation', indentMore],
  ['a moved line', moveLineDown],
])('%s is a step of its own', (_name, change) => expect(isTypingOf(change)).toBe(false))

test('what a program inserts is a step of its own', () => {
  expect(isTyping(state.update({ changes: { from: 4, insert: '{{name}}' } }))).toBe(false)
})
