import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { realMail } from '#test/support/mails/real-mails.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

/** The HTML of the only draft, as it is on the disk. */
async function savedHtml(dataFolder: string): Promise<string> {
  const drafts = join(dataFolder, 'compose', 'drafts')
  const [id] = await readdir(drafts)
  return (JSON.parse(await readFile(join(drafts, id!, 'content.json'), 'utf8')) as { content: { html: string } })
    .content.html
}

test('a mail of somebody else is edited in place, and only what was typed changes', async ({ app }) => {
  app.expectError(refusedByMailFrame)
  const { page, dataFolder } = app
  const { body } = app.pages
  const mail = realMail('outlook').replaceAll('\n', '\r\n')
  await body.start()
  await body.writeCode(mail)
  await page.screenshot({ path: '/tmp/c-html-code.png' })
  await body.choose('In place')
  await body.run('your statement for').click()
  await page.screenshot({ path: '/tmp/c-html-inplace.png' })
  await page.keyboard.press('End')
  await page.keyboard.type('today: ')
  await page.keyboard.press('Escape')
  const edited = mail.replace('your statement for <b>', 'your statement for today: <b>')
  await expect.poll(() => savedHtml(dataFolder)).toBe(edited)

  await test.step('a link and an image get their details', async () => {
    await body.run('Pay now').click()
    await page.keyboard.press('Control+k')
    await page.screenshot({ path: '/tmp/c-html-link.png' })
    await body.details.getByLabel('Address').fill('https://bank.example/pay?c=3&d=4')
    await page.keyboard.press('Enter')
    await body.mail.locator('img').click()
    await body.details.getByLabel('Width').fill('90')
    await page.screenshot({ path: '/tmp/c-html-image.png' })
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
  await page.screenshot({ path: '/tmp/c-html-ordinary.png' })
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
  await page.screenshot({ path: '/tmp/c-html-text.png' })
})
