import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { caretNear, deletedBeside, typedBeside } from './caret.ts'
import { isHtmlSource } from './paste.ts'
import { schema } from './schema.ts'

const island = (html: string) => schema.node('island', { html })
const paragraph = (text: string) => schema.node('paragraph', null, schema.text(text))
const mail = schema.node('doc', null, [island('<!--[if mso]>'), paragraph('Hello'), island('<![endif]-->')])

test('the caret of a message that opens stands in a text, not on foreign HTML', () => {
  const first = caretNear(mail, 0, 1)
  expect(first).toBeInstanceOf(TextSelection)
  expect(first.from).toBe(2)
  expect(caretNear(mail, mail.content.size, -1).from).toBe(7)
  expect(caretNear(mail, mail.content.size, 1).from).toBe(7)
})

test('typing on a selected block of foreign HTML leaves the block as it is', () => {
  const selection = NodeSelection.create(mail, 0)
  const state = EditorState.create({ doc: mail, selection })
  const typed = state.apply(typedBeside(state, 'a')!)
  expect(typed.doc.toString()).toBe('doc(island, paragraph("a"), paragraph("Hello"), island)')
  expect(typed.selection.from).toBe(3)
  expect(typedBeside(typed, 'b')).toBeNull()
})

function deleted(before: string, after: string, keys: { key: string; ctrlKey?: boolean }): string | null {
  const doc = schema.node('doc', null, [paragraph(before + after)])
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 1 + before.length) })
  return deletedBeside(state, { ctrlKey: false, altKey: false, ...keys })?.doc.textContent ?? null
}

test('a key deletes the character or the word beside the caret', () => {
  expect(deleted('Hi 👩‍👧', '!', { key: 'Backspace' })).toBe('Hi !')
  expect(deleted('One two  ', '!', { key: 'Backspace', ctrlKey: true })).toBe('One !')
  expect(deleted('One', ' two!', { key: 'Delete' })).toBe('Onetwo!')
  expect(deleted('One', ' two!', { key: 'Delete', ctrlKey: true })).toBe('One!')
  expect(deleted('', 'One', { key: 'Backspace' })).toBeNull()
})

test('a variable beside the caret is deleted as a whole', () => {
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [schema.text('Hi '), schema.node('variable', { text: '{{name}}' })]),
  ])
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 5) })
  const transaction = deletedBeside(state, { key: 'Backspace', ctrlKey: false, altKey: false })
  expect(transaction?.doc.toString()).toBe('doc(paragraph("Hi "))')
})

test.each([
  ['<!DOCTYPE html>\r\n<html>', true],
  ['\n  <html lang="en">', true],
  ['<HTML>', true],
  ['<p>Hello</p>', false],
  ['Write <html> first', false],
  ['<htmlish>', false],
])('only a whole document is taken for the source of a mail: %j', (text, expected) => {
  expect(isHtmlSource(text)).toBe(expected)
})
