import { deleteSelection, splitBlock, toggleMark, wrapIn } from 'prosemirror-commands'
import { EditorState, TextSelection, type Command, type Transaction } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { markType, nodeType, setHeading } from './input.ts'
import { schema } from './schema.ts'
import { isTyping } from './typing.ts'

const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Hello')])])
const start = EditorState.create({ doc })
const state = start.apply(start.tr.setSelection(TextSelection.create(doc, 1, 4)))

const letter: Command = ({ tr }, dispatch) => Boolean(dispatch?.(tr.insertText('x')) ?? true)
const paste: Command = ({ tr }, dispatch) =>
  Boolean(dispatch?.(tr.insertText('pasted').setMeta('uiEvent', 'paste')) ?? true)

function isTypingOf(command: Command): boolean {
  const made: Transaction[] = []
  command(state, (transaction) => made.push(transaction))
  return made.length === 1 && isTyping(made[0]!)
}

test.each([
  ['a letter', letter],
  ['Backspace', deleteSelection],
  ['Enter', splitBlock],
])('%s is typing', (_name, command) => expect(isTypingOf(command)).toBe(true))

test.each([
  ['a paste', paste],
  ['bold', toggleMark(markType('strong'))],
  ['a heading', setHeading(1)],
  ['a quote', wrapIn(nodeType('blockquote'))],
])('%s is a step of its own', (_name, command) => expect(isTypingOf(command)).toBe(false))
