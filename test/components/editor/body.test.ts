import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import outlook from '../../support/mails/outlook.mail.txt?raw'
import { MessageBody } from '../pages/message-body.ts'
import { expectFocusInFrame, focus } from '../support/elements.ts'
import { keepToasts } from '../support/keep-toasts.ts'
import { pressOnceDrawn } from '../support/once-drawn.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'

const { press, type, insertText, savedHtml } = browser
const body = new MessageBody()

beforeEach(async () => {
  await openMailroom('compose', { scenario: 'empty' })
  await body.start()
})

test('editing a foreign mail in place changes only what was typed', async () => {
  const mail = outlook.replaceAll('\n', '\r\n')
  await body.writeCode(mail)
  await body.choose('In place')
  await body.run('your statement for').click()
  await press('Control+End')
  await insertText('today: ')
  await press('Escape')
  const edited = mail.replace('your statement for <b>', 'your statement for today: <b>')
  await expect.poll(savedHtml).toBe(edited)

  // A link and an image get details for their attributes.
  await body.run('Pay now').click()
  await press('Control+k')
  await body.details.getByLabelText('Address').fill('https://bank.example/pay?c=3&d=4')
  const image = body.mail.css('img').element()
  await press('Enter')
  // The mail is drawn again.
  await expect.poll(() => image.isConnected).toBe(false)
  await body.mail.css('img').click()
  await body.details.getByLabelText('Width').fill('90')
  await press('Enter')
  const next = edited
    .replace('<a href="https://bank.example/pay?a=1&amp;b=2"', '<a href="https://bank.example/pay?c=3&amp;d=4"')
    .replace('width="180"', 'width="90"')
  await expect.poll(savedHtml).toBe(next)

  // One history undoes the edits of both editors.
  for (let step = 0; step < 3; step++) await body.undo.click()
  await expect.poll(savedHtml).toBe(mail)
  await body.choose('Code')
  await focus(body.code)
  await press('Control+z')
  await expect.poll(savedHtml).toBe('')
  await press('Control+Shift+Z')
  await expect.poll(savedHtml).toBe(mail)
})

test('a new message can be formatted, and its text version is updated', async () => {
  await body.ordinary.click()
  await type('# Hello\nDear {{firstName}}, this is ')
  await press('Control+b')
  await type('bold')
  await press('Control+b')
  await type('.\n- one\ntwo\n\n')
  await expect.poll(savedHtml).toContain('<p>Dear {{firstName}}, this is <strong>bold</strong>.</p>')
  await expect.poll(savedHtml).toContain('<ul>\n<li>one</li>\n<li>two</li>\n</ul>')
  await body.tab('Text').click()
  const made = /Hello\n\nDear \{\{firstName\}\}, this is bold\.\n\n \* one\n \* two/
  await expect.element(body.text).toHaveValue(expect.stringMatching(made))
  await body.text.fill('By hand')
  await body.tab('HTML').click()
  await body.ordinary.click()
  await type('More')
  await body.tab('Text').click()
  await expect.element(body.text).toHaveValue('By hand')
  await body.makeAgain.click()
  await expect.element(body.text).toHaveValue(expect.stringMatching(/More/))
})

test('the text follows HTML that was changed just before the draft was left', async () => {
  await body.writeCode('<p>First</p>')
  await body.tab('Text').click()
  await expect.element(body.text).toHaveValue('First')
  await body.tab('HTML').click()
  const { hash } = location
  await body.writeCode('<p>Later</p>')
  location.hash = '#/compose'
  await expect.element(body.modes).not.toBeInTheDocument()
  await expect.poll(savedHtml).toBe('<p>Later</p>')
  location.hash = hash
  await body.tab('Text').click()
  await expect.element(body.text).toHaveValue('Later')
})

test('a mail is edited in place by keyboard alone, and variables stay whole', async () => {
  const mail = '<table><tr><td>Hi {{name}}</td><td><a href="#x">Second</a></td></tr></table>\n'
  await body.writeCode(mail)
  await body.choose('In place')
  await focus(body.run('Hi'))
  await press('ArrowDown')
  await expectFocusInFrame(body.run('Second'))
  await press('Shift+Tab')
  await press('Enter')
  await press('Backspace')
  // Ends the step, which otherwise depends on the time between the keys.
  await press('Escape')
  await expect.poll(savedHtml).not.toContain('{{name}}')
  await press('Enter')
  await insertText('there')
  await press('Escape')
  await expect.poll(savedHtml).toBe(mail.replace('{{name}}', 'there'))
  await press('Control+z')
  await expect.poll(savedHtml).not.toContain('there')
  await press('Control+z')
  await expect.poll(savedHtml).toBe(mail)
  await expectFocusInFrame(body.run('Hi {{name}}'))
  await press('Escape')
  await expect.element(body.modes.getByRole('radio', { name: 'In place' })).toHaveFocus()
})

test('keys pressed in a part of a large mail that is still being drawn move on from it', async () => {
  await body.writeCode(Array.from({ length: 3000 }, (_, at) => `<p>Part ${at}</p>`).join('\n'))
  const all = page.getByText('3,000 parts can be edited.')
  const pressed = pressOnceDrawn('ArrowDown', (frame) => frame.querySelectorAll<HTMLElement>('mailroom-run')[1])
  await body.choose('In place')
  const second = await pressed
  await expect.element(all).toBeInTheDocument()
  await expect.poll(() => second.ownerDocument.activeElement?.textContent).toBe('Part 2')
  await press('ArrowDown')
  await expect.poll(() => second.ownerDocument.activeElement?.textContent).toBe('Part 3')
})

test('breaking long lines and formatting the HTML are steps that can be undone', async () => {
  const mail = `<table>${'<tr><td>Some text of a cell</td></tr>'.repeat(1000)}</table>`
  await body.writeCode(mail)
  await body.breakLines.click()
  await expect.poll(async () => (await savedHtml()).split('\n').length).toBeGreaterThan(1000)
  expect((await savedHtml()).replaceAll('\n', '')).toBe(mail)
  await body.undo.click()
  await expect.poll(savedHtml).toBe(mail)
  await body.act('Format')
  await expect.poll(savedHtml).toContain('\n  <tr>\n    <td>Some text of a cell</td>\n  </tr>')
  await body.act('Inline CSS')
  // Inlining turns the fragment into a whole document. An undo before that would revert the inlining as well.
  await expect.poll(savedHtml).toContain('<body>')
  await body.undo.click()
  await body.undo.click()
  await expect.poll(savedHtml).toBe(mail)
})

test('the Undo of a notification reverts only the action it names, and no later edits', async () => {
  const mail = '<table><tr><td>One</td></tr></table>'
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  await body.writeCode(mail)
  await body.act('Format')
  await expect.element(undo).toBeVisible()
  keepToasts()
  await expect.poll(savedHtml).toContain('\n  <tr>')
  const formatted = await savedHtml()
  await focus(body.code)
  await press('Control+End')
  await insertText('later')
  await expect.poll(savedHtml).toBe(`${formatted}later`)
  await undo.click()
  await expect.element(page.getByText('Nothing was undone because there are newer changes.').first()).toBeVisible()
  expect(await savedHtml()).toBe(`${formatted}later`)
  await body.act('Format')
  await expect.poll(savedHtml).not.toBe(`${formatted}later`)
  await undo.last().click()
  await expect.poll(savedHtml).toBe(`${formatted}later`)
})

test('the format bar is one tab stop, and arrow keys move between its buttons', async () => {
  const { format } = body
  await focus(body.ordinary)
  await press('Shift+Tab')
  await expect.element(format.getByRole('combobox', { name: 'Style' })).toHaveFocus()
  await press('ArrowRight')
  await press('ArrowRight')
  await press('Enter')
  await expect.element(format.getByRole('button', { name: 'Italic' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(body.ordinary).toHaveFocus()
  await press('Shift+Tab')
  await press('End')
  await expect.element(format.getByRole('button', { name: 'Insert' })).toHaveFocus()
  await press('Tab')
  await expect.element(body.ordinary).toHaveFocus()
  await press('Shift+Tab')
  await expect.element(format.getByRole('button', { name: 'Insert' })).toHaveFocus()
})

test('letters typed right after Enter stay in their order', async () => {
  await body.ordinary.click()
  const text = Array.from({ length: 30 }, (_, index) => `Line ${index}`)
  await type(text.join('\n'))
  const lines = () =>
    body.ordinary
      .css('p')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(lines).toEqual(text)
})

test('letters and lines typed right after undoing in a long message are not lost', async () => {
  const paragraphs = Array.from({ length: 2000 }, (_, index) => `<p>Text ${index}. ${'word '.repeat(40)}</p>`)
  await body.writeCode(`<!doctype html><html><body>\n${paragraphs.join('\n')}\n</body></html>`)
  await body.choose('Ordinary')
  await body.ordinary.getByText('Text 3.').click()
  await insertText('first')
  await expect.element(body.ordinary.getByText('first')).toBeVisible()
  await expect.element(body.undo).toBeEnabled()
  await press('Control+z')
  await type('second\nthird')
  await expect.element(body.ordinary.getByText('second')).toBeVisible()
  await expect.element(body.ordinary.getByText('third', { exact: true })).toBeVisible()
  await expect.element(body.ordinary.getByText('first')).not.toBeInTheDocument()
})
