import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageBody } from '../pages/message-body.ts'
import { holdParsing } from '../support/hold-parsing.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'

const { press, type, insertText, savedHtml } = browser
const body = new MessageBody()

/** Long enough to be parsed in the worker. */
const paragraphs = Array.from({ length: 300 }, (_, index) => `<p>Text ${index}. ${'word '.repeat(40)}end</p>`)

let release: () => void

/** Undoes an edit of the third paragraph of a long message. The editor does not read the message until `release`. */
beforeEach(async () => {
  await openMailroom('compose', { scenario: 'empty' })
  await body.start()
  await body.writeCode(`<!doctype html><html><body>\n${paragraphs.join('\n')}\n</body></html>`)
  await body.choose('Ordinary')
  await body.ordinary.getByText('Text 3.').click()
  await insertText('first')
  await expect.poll(savedHtml).toContain('first')
  release = holdParsing()
  await press('Control+z')
})

function clipboardEvent(name: 'paste' | 'cut', clipboardData: DataTransfer): void {
  const event = new ClipboardEvent(name, { clipboardData, bubbles: true, cancelable: true })
  body.ordinary.element().dispatchEvent(event)
}

test('edits of every kind that are made while a long message is read again are kept, in order', async () => {
  await type('one\ntwoo')
  await press('Backspace')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'three')
  clipboardEvent('paste', clipboardData)
  clipboardData.clearData()
  await body.format.getByRole('button', { name: 'Italic' }).click()
  await type('four')
  await press('Control+b')
  await type('five')
  release()
  await expect.poll(savedHtml).toMatch(/word endone<\/p>\n<p>twothree<em>four<\/em><strong>(?:<em>)?five/)
  // The typing after the paste is one step of the history, and the paste another.
  await body.undo.click()
  await expect.poll(savedHtml).toContain('word endone</p>\n<p>twothree</p>')
  await body.undo.click()
  await expect.poll(savedHtml).toContain('word endone</p>\n<p>two</p>')
})

test('an undo while a long message is read again reverts the text that was typed before it', async () => {
  await type('second')
  await press('Control+z')
  await type('third')
  release()
  await expect.poll(savedHtml).toContain('word endthird</p>')
  expect(await savedHtml()).not.toContain('second')
})

test('a text selected while a long message is read again is cut, and the next text is typed there', async () => {
  await body.ordinary.getByText('Text 5.').dblClick({ position: { x: 10, y: 10 } })
  await expect.poll(() => getSelection()?.toString().trim()).toBe('Text')
  const clipboardData = new DataTransfer()
  clipboardEvent('cut', clipboardData)
  expect(clipboardData.getData('text/plain').trim()).toBe('Text')
  await type('new')
  release()
  await expect.poll(savedHtml).toMatch(/<p>new ?5\. word/)
  expect(await savedHtml()).toContain('<p>Text 3. word')
})

test('Backspace deletes everything that was selected while a long message is read again', async () => {
  await press('Control+a')
  await press('Backspace')
  await type('Only this')
  release()
  await expect.poll(savedHtml).toContain('<p>Only this</p>')
  expect(await savedHtml()).not.toContain('Text')
})

test('edits made while a long message is read again are kept if the user chooses another editor', async () => {
  await type('kept')
  await body.choose('Code')
  release()
  await expect.poll(savedHtml).toContain('word endkept</p>')
  await expect.element(body.code).toBeVisible()
})

test('edits made while a long message is read again are kept if the user leaves the draft', async () => {
  await type('kept')
  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  await expect.element(body.ordinary).not.toBeInTheDocument()
  release()
  await expect.poll(savedHtml).toContain('word endkept</p>')
})

test('edits made while a long message is read again are kept if the user looks at its text part', async () => {
  await type('kept')
  await body.tab('Text').click()
  await body.tab('HTML').click()
  release()
  await expect.poll(savedHtml).toContain('word endkept</p>')
  await body.ordinary.getByText('Text 5.').click()
  await insertText('more')
  await expect.poll(savedHtml).toContain('more')
  expect(await savedHtml()).toContain('word endkept</p>')
})

test('a draft with held edits is not shown as saved, and its page is not closed without a question', async () => {
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await type('kept')
  await expect.element(page.getByText('Saving…', { exact: true })).toBeVisible()
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  release()
  await expect.poll(savedHtml).toContain('word endkept</p>')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})
