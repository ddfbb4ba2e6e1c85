import { expect, test } from 'vitest'
import { realMail } from '#test/support/mails/real-mails.ts'
import { textOfHtml } from './text-of-html.ts'

test('rows of a table are lines, and cells are apart', () => {
  const html = '<table><tr><td>Item</td><td>Price</td></tr><tr><td>Tea</td><td>3.20</td></tr></table>'
  expect(textOfHtml(html)).toBe('Item Price\nTea 3.20')
})

test('what nobody sees is left out', () => {
  expect(textOfHtml('<div style="display: none">Preview</div><p>Hello</p><p hidden>Gone</p>')).toBe('Hello')
  expect(textOfHtml(realMail('newsletter'))).not.toContain('MC_PREVIEW_TEXT')
})

test('variables and links stay', () => {
  expect(textOfHtml('<p>Hi {{name}}, <a href="https://a.example/{{id}}">here</a></p>')).toBe(
    'Hi {{name}}, here [https://a.example/{{id}}]',
  )
})

test('a document nested too deeply for the library is read all the same', () => {
  expect(textOfHtml(`${'<div>'.repeat(5000)}Deep`)).toBeTypeOf('string')
})
