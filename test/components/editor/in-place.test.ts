import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import outlook from '../../support/mails/outlook.mail.txt?raw'
import { MessageBody } from '../pages/message-body.ts'
import { expectFocusInFrame, focus } from '../support/elements.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'

const { press, type, savedHtml } = browser
const body = new MessageBody()

beforeEach(async () => {
  await openMailroom('compose', { scenario: 'empty' })
  await body.start()
})

/** Opens a mail for editing in place. Returns a function that waits until the only draft on disk has this HTML. */
async function openInPlace(mail: string): Promise<(html: string) => Promise<void>> {
  await body.writeCode(mail)
  await body.choose('In place')
  return (html) => expect.poll(savedHtml).toBe(html)
}

async function pressTimes(times: number, keys: string): Promise<void> {
  for (let time = 0; time < times; time++) await press(keys)
}

test('Enter starts a new line in the document’s own style, and Backspace removes it', async () => {
  const mail = '<table>\n<tr><td>\n  Hello world\n</td><td>A<br />B</td></tr></table>\n'
  const expectHtml = await openInPlace(mail)
  await body.run('Hello').click()
  await press('End')
  await press('Enter')
  await type('two')
  await press('Shift+Enter')
  await press('Enter')
  await type('four')
  await expectHtml(mail.replace('world', 'world<br />two<br /><br />four'))
  await pressTimes(6, 'Backspace')
  await expectHtml(mail.replace('world', 'world<br />two'))
  await pressTimes(3, 'Backspace')
  await expectHtml(mail.replace('world', 'world<br />'))
  await type('two')
  await press('Home')
  await press('Backspace')
  await type(', ')
  await expectHtml(mail.replace('world', 'world, two'))

  // A second text is edited right after the first.
  await body.run('AB').click()
  await press('Control+End')
  await type('!')
  await press('Escape')
  await expectFocusInFrame(body.run('AB!'))
  await expectHtml(mail.replace('world', 'world, two').replace('B<', 'B!<'))
})

test('selected text becomes a link, and a link becomes text again', async () => {
  const mail = '<p>Hi {{ name }}, read more &amp; pay</p>\n<p>Other</p>\n'
  const expectHtml = await openInPlace(mail)
  await body.run('read more').click()
  await press('Home')
  await pressTimes(3, 'ArrowRight')
  await pressTimes(3, 'Shift+ArrowRight')
  await press('Control+k')
  await press('Enter')
  await expect.element(body.details.getByText('Enter the address that the link opens.')).toBeVisible()
  await body.details.getByLabelText('Address').fill('https://shop.example/?a=1&b=2')
  await press('Enter')
  const linked = mail.replace('{{ name }}, ', '<a href="https://shop.example/?a=1&amp;b=2">{{ name }},</a> ')
  await expectHtml(linked)
  await expectFocusInFrame(body.run('{{ name }},'))

  await press('Control+k')
  await body.removeLink.click()
  await expectHtml(mail)
  await body.undo.click()
  await expectHtml(linked)
  await body.undo.click()
  await expectHtml(mail)

  // Without a selection, the button links the whole text.
  await focus(body.run('Other'))
  await page.getByRole('button', { name: 'Add link…' }).click()
  await body.details.getByLabelText('Address').fill('https://x.example')
  await press('Enter')
  await expectHtml(mail.replace('Other', '<a href="https://x.example">Other</a>'))
})

test('a press that opens another part while details are open shows the details of that part', async () => {
  const mail = '<p><a href="https://x.example/one">One</a> <a href="https://x.example/two">Two</a></p>\n'
  const expectHtml = await openInPlace(mail)
  const address = body.details.getByLabelText('Address')
  await body.run('One').click()
  await press('Control+k')
  await expect.element(address).toHaveValue('https://x.example/one')
  await body.run('Two').click()
  await press('Control+k')
  await expect.element(address).toHaveValue('https://x.example/two')
  await address.fill('https://x.example/three')
  await press('Enter')
  await expectHtml(mail.replace('/two', '/three'))
})

test('a text that was emptied can be written again, even after switching to the code and back', async () => {
  const mail = '<table><tr><td><b>Gone</b></td><td><a href="#x">Here</a></td></tr></table>\n'
  const expectHtml = await openInPlace(mail)
  await body.run('Gone').click()
  await press('Control+a')
  await press('Delete')
  await press('Escape')
  await expectHtml(mail.replace('Gone', ''))
  await body.choose('Code')
  await body.choose('In place')
  await body.mail.css('b mailroom-run').click()
  await type('Back')
  await expectHtml(mail.replace('Gone', 'Back'))
  await press('Escape')
  await body.run('Here').click()
  await type('!')
  await press('Escape')
  await expect.poll(() => body.run('Back').element().checkVisibility()).toBe(true)
})

test('texts of a mail written by Outlook can be edited one right after the other', async () => {
  const expectHtml = await openInPlace(outlook)
  await body.run('your statement for').click()
  await press('Control+End')
  await type('today: ')
  await body.run('Pay now').click()
  await press('Home')
  await type('Please ')
  await press('Escape')
  await expectHtml(
    outlook
      .replace('your statement for <b>', 'your statement for today: <b>')
      .replace('>Pay now</a>', '>Please Pay now</a>'),
  )
})

test('the layout width of the mail is shown, and follows the window', async () => {
  await openInPlace('<p>Hello</p>')
  await expect.element(body.width).toBeVisible()
  const shown = () => `${page.css('iframe[title="The message, edited in place"]').element().clientWidth} px wide`
  await expect.poll(() => body.width.element().textContent === shown()).toBe(true)
  const before = shown()
  await page.viewport(1000, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await expect.poll(shown).not.toBe(before)
  // The sidebar collapses in a narrow window, and the mail changes its width once more.
  await expect.poll(() => body.width.element().textContent === shown()).toBe(true)
})

test('a finding moves to its visible place, and never to an invisible one', async () => {
  const hidden = '<div style="max-height:0;overflow:hidden">Preview *|HIDDEN|*</div>'
  const mail = `${hidden}<p>Dear *|FNAME|*, hello</p><p><img src="https://cdn.shop.net/a.png" width="40"></p>`
  await openInPlace(mail)
  await page.getByRole('tab', { name: 'Checks' }).click()
  const finding = (text: RegExp) => page.getByRole('button', { name: text }).first()

  await finding(/\*\|FNAME\|\*/).click()
  await expectFocusInFrame(body.run('Dear'))
  const selected = () => body.run('Dear').element().ownerDocument.getSelection()?.toString()
  expect(selected()).toContain('*|FNAME|*')

  await finding(/no alternative text/).click()
  await expectFocusInFrame(body.mail.css('img'))

  const showCode = page.getByRole('button', { name: 'Show the code' })
  await finding(/\*\|HIDDEN\|\*/).click()
  await expect.element(showCode).toHaveFocus()
  await expect.element(body.code).not.toBeInTheDocument()
})
