import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { realMail } from '#test/support/mails/real-mails.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

// The preview beside the body is such a frame, too.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** The HTML of the only draft, as it is on the disk. */
async function savedHtml(dataFolder: string): Promise<string> {
  const drafts = join(dataFolder, 'compose', 'drafts')
  const [id] = await readdir(drafts)
  return (JSON.parse(await readFile(join(drafts, id!, 'content.json'), 'utf8')) as { content: { html: string } })
    .content.html
}

test('a mail of somebody else is edited in place, and only what was typed changes', async ({ app }) => {
  const { page, dataFolder } = app
  const { body } = app.pages
  const mail = realMail('outlook').replaceAll('\n', '\r\n')
  await body.start()
  await body.writeCode(mail)
  await body.choose('In place')
  await body.run('your statement for').click()
  await page.keyboard.press('Control+End')
  // At once: letters between which time passes are several steps of the history.
  await page.keyboard.insertText('today: ')
  await page.keyboard.press('Escape')
  const edited = mail.replace('your statement for <b>', 'your statement for today: <b>')
  await expect.poll(() => savedHtml(dataFolder)).toBe(edited)

  await test.step('a link and an image get their details', async () => {
    await body.run('Pay now').click()
    await page.keyboard.press('Control+k')
    await body.details.getByLabel('Address').fill('https://bank.example/pay?c=3&d=4')
    await page.keyboard.press('Enter')
    await body.mail.locator('img').click()
    await body.details.getByLabel('Width').fill('90')
    await page.keyboard.press('Enter')
    const next = edited
      .replace('<a href="https://bank.example/pay?a=1&amp;b=2"', '<a href="https://bank.example/pay?c=3&amp;d=4"')
      .replace('width="180"', 'width="90"')
    await expect.poll(() => savedHtml(dataFolder)).toBe(next)
  })

  await test.step('one history undoes the edits of both editors', async () => {
    for (let step = 0; step < 3; step++) await body.undo.click()
    await expect.poll(() => savedHtml(dataFolder)).toBe(mail)
    await body.choose('Code')
    await body.code.press('Control+z')
    await expect.poll(() => savedHtml(dataFolder)).toBe('')
    await body.code.press('Control+Shift+Z')
    await expect.poll(() => savedHtml(dataFolder)).toBe(mail)
  })
})

test('a new message is written with formats, and its text follows', async ({ app }) => {
  const { page, dataFolder } = app
  const { body } = app.pages
  await body.start()
  await body.ordinary.click()
  await page.keyboard.type('# Hello\nDear {{firstName}}, this is ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.\n- one\ntwo\n\n')
  await expect.poll(() => savedHtml(dataFolder)).toContain('<p>Dear {{firstName}}, this is <strong>bold</strong>.</p>')
  await expect.poll(() => savedHtml(dataFolder)).toContain('<ul>\n<li>one</li>\n<li>two</li>\n</ul>')
  await body.tab('Text').click()
  await expect(body.text).toHaveValue(/Hello\n\nDear \{\{firstName\}\}, this is bold\.\n\n \* one\n \* two/)
  await body.text.fill('By hand')
  await body.tab('HTML').click()
  await body.ordinary.click()
  await page.keyboard.type('More')
  await body.tab('Text').click()
  await expect(body.text).toHaveValue('By hand')
  await body.makeAgain.click()
  await expect(body.text).toHaveValue(/More/)
})

test('a mail is edited in place by keyboard alone, and variables stay whole', async ({ app }) => {
  const { page, dataFolder } = app
  const { body } = app.pages
  await body.start()
  const mail = '<table><tr><td>Hi {{name}}</td><td><a href="#x">Second</a></td></tr></table>\n'
  await body.writeCode(mail)
  await body.choose('In place')
  await body.run('Hi').focus()
  await page.keyboard.press('ArrowDown')
  await expect(body.run('Second')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('there')
  await page.keyboard.press('Escape')
  await expect.poll(() => savedHtml(dataFolder)).toBe(mail.replace('{{name}}', 'there'))
  await page.keyboard.press('Control+z')
  await expect.poll(() => savedHtml(dataFolder)).toBe(mail)
  await expect(body.run('Hi {{name}}')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(body.modes.getByRole('radio', { name: 'In place' })).toBeFocused()
})

test('an image that is pasted is put into the message, and shown', async ({ app }) => {
  const { dataFolder } = app
  const { body } = app.pages
  await body.start()
  await body.ordinary.click()
  await body.pasteImage(body.ordinary, 'red dot.png')
  await expect.poll(() => savedHtml(dataFolder)).toMatch(/<img src="cid:[^"]+" alt="red dot" width="1">/)
  await expect(body.ordinary.getByRole('img', { name: 'red dot' })).toHaveAttribute('src', /^data:image\/png;base64,/)
})

test('long lines are broken on request, and the mail is formatted, as steps that can be undone', async ({ app }) => {
  const { dataFolder } = app
  const { body } = app.pages
  await body.start()
  const mail = `<table>${'<tr><td>Some text of a cell</td></tr>'.repeat(1000)}</table>`
  await body.writeCode(mail)
  await body.breakLines.click()
  await expect.poll(async () => (await savedHtml(dataFolder)).split('\n').length).toBeGreaterThan(1000)
  expect((await savedHtml(dataFolder)).replaceAll('\n', '')).toBe(mail)
  await body.undo.click()
  await expect.poll(() => savedHtml(dataFolder)).toBe(mail)
  await body.act('Format')
  await expect.poll(() => savedHtml(dataFolder)).toContain('\n  <tr>\n    <td>Some text of a cell</td>\n  </tr>')
  await body.act('Inline the CSS')
  // Inlining makes a whole document of it. An undo before that would be the change that inlining gives way to.
  await expect.poll(() => savedHtml(dataFolder)).toContain('<body>')
  await body.undo.click()
  await body.undo.click()
  await expect.poll(() => savedHtml(dataFolder)).toBe(mail)
})

test('letters typed right after Enter stay in their order', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  await body.start()
  await body.ordinary.click()
  const text = Array.from({ length: 30 }, (_, index) => `Line ${index}`)
  await page.keyboard.type(text.join('\n'))
  await expect(body.ordinary.locator('p')).toHaveText(text)
})

test('letters typed right after undoing in a long message are not lost', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  await body.start()
  const paragraphs = Array.from({ length: 2000 }, (_, index) => `<p>Text ${index}. ${'word '.repeat(40)}</p>`)
  await body.writeCode(`<!doctype html><html><body>\n${paragraphs.join('\n')}\n</body></html>`)
  await body.choose('Ordinary')
  await body.ordinary.getByText('Text 3.').click()
  await page.keyboard.insertText('first')
  await expect(body.ordinary.getByText('first')).toBeVisible()
  await expect(body.undo).toBeEnabled()
  await page.keyboard.press('Control+z')
  await page.keyboard.type('second')
  await expect(body.ordinary.getByText('second')).toBeVisible()
  await expect(body.ordinary.getByText('first')).toHaveCount(0)
})
