import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { realMail } from '#test/support/mails/real-mails.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** Opens a mail in place. Returns what waits until the only draft on the disk has an HTML. */
async function openInPlace({ dataFolder, pages: { body, composer } }: AppUnderTest, mail: string) {
  await body.start()
  // The proposed sender brings a note, which moves what is clicked below it.
  await expect(composer.from).not.toHaveValue('')
  await body.writeCode(mail)
  await body.choose('In place')
  const drafts = join(dataFolder, 'compose', 'drafts')
  const [id] = await readdir(drafts)
  const saved = async () => {
    const text = await readFile(join(drafts, id!, 'content.json'), 'utf8')
    return (JSON.parse(text) as { content: { html: string } }).content.html
  }
  return {
    saved,
    expectHtml: (html: string) => expect.poll(saved).toBe(html),
  }
}

test('Enter starts a new line as the document writes it, and Backspace takes it away', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  const mail = '<table>\n<tr><td>\n  Hello world\n</td><td>A<br />B</td></tr></table>\n'
  const { expectHtml } = await openInPlace(app, mail)
  await body.run('Hello').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('four')
  await expectHtml(mail.replace('world', 'world<br />two<br /><br />four'))
  for (let key = 0; key < 6; key++) await page.keyboard.press('Backspace')
  await expectHtml(mail.replace('world', 'world<br />two'))
  for (let key = 0; key < 3; key++) await page.keyboard.press('Backspace')
  await expectHtml(mail.replace('world', 'world<br />'))
  await page.keyboard.type('two')
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(', ')
  await expectHtml(mail.replace('world', 'world, two'))

  await test.step('another text is edited right after it', async () => {
    await body.run('AB').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await page.keyboard.press('Escape')
    await expect(body.run('AB!')).toBeFocused()
    await expectHtml(mail.replace('world', 'world, two').replace('B<', 'B!<'))
  })
})

test('selected text becomes a link, and a link becomes text again', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  const mail = '<p>Hi {{ name }}, read more &amp; pay</p>\n<p>Other</p>\n'
  const { expectHtml } = await openInPlace(app, mail)
  await body.run('read more').click()
  await page.keyboard.press('Home')
  for (let key = 0; key < 3; key++) await page.keyboard.press('ArrowRight')
  for (let key = 0; key < 3; key++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Enter')
  await expect(body.details).toContainText('Enter the address that the link leads to.')
  await body.details.getByLabel('Address').fill('https://shop.example/?a=1&b=2')
  await page.keyboard.press('Enter')
  const linked = mail.replace('{{ name }}, ', '<a href="https://shop.example/?a=1&amp;b=2">{{ name }},</a> ')
  await expectHtml(linked)
  await expect(body.run('{{ name }},')).toBeFocused()

  await page.keyboard.press('Control+k')
  await body.removeLink.click()
  await expectHtml(mail)
  await body.undo.click()
  await expectHtml(linked)
  await body.undo.click()
  await expectHtml(mail)

  await test.step('without a selection, the button links the whole text', async () => {
    await body.run('Other').focus()
    await page.getByRole('button', { name: 'Add link…' }).click()
    await body.details.getByLabel('Address').fill('https://x.example')
    await page.keyboard.press('Enter')
    await expectHtml(mail.replace('Other', '<a href="https://x.example">Other</a>'))
  })
})

test('images are dropped and pasted where they belong', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  const mail = '<P>Hello world<BR/></P>\n<P><IMG SRC=old.png WIDTH=40 HEIGHT=20 ALT="Logo"></P>\n'
  const { saved, expectHtml } = await openInPlace(app, mail)
  await body.dropImage(body.run('Hello'), 'red dot.png', 0)
  const dropped = /^<P><img src="cid:[^"]+" alt="red dot" width="1" height="1"\/>Hello world<BR\/><\/P>\n/
  await expect.poll(saved).toMatch(dropped)
  await expect(body.mail.getByRole('img', { name: 'red dot' })).toHaveAttribute('src', /^data:image\/png;base64,/)
  await body.undo.click()
  await expectHtml(mail)

  await body.run('Hello').click()
  await page.keyboard.press('End')
  await body.pasteImage(body.run('Hello'), 'Sign.png')
  await expect
    .poll(saved)
    .toMatch(/^<P>Hello world<img src="cid:[^"]+" alt="Sign" width="1" height="1"\/><BR\/><\/P>\n/)
  await body.undo.click()
  await expectHtml(mail)

  await body.dropImage(body.mail.getByRole('img', { name: 'Logo' }), 'New.png', 1)
  await expect.poll(saved).toMatch(/<P><IMG SRC="?cid:[^" ]+"? WIDTH=40 HEIGHT=40 ALT="Logo"><\/P>\n$/)
  await body.undo.click()
  await expectHtml(mail)
})

test('a text that was emptied can be written again, after another reading too', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  const mail = '<table><tr><td><b>Gone</b></td><td><a href="#x">Here</a></td></tr></table>\n'
  const { expectHtml } = await openInPlace(app, mail)
  await body.run('Gone').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await expectHtml(mail.replace('Gone', ''))
  await body.choose('Code')
  await body.choose('In place')
  await body.mail.locator('b mailroom-run').click()
  await page.keyboard.type('Back')
  await expectHtml(mail.replace('Gone', 'Back'))
  await page.keyboard.press('Escape')
  await body.run('Here').click()
  await page.keyboard.type('!')
  await page.keyboard.press('Escape')
  await expect(body.run('Back')).toBeVisible()
})

test('texts of a mail that Outlook wrote are edited one right after the other', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  const mail = realMail('outlook')
  const { expectHtml } = await openInPlace(app, mail)
  await body.run('your statement for').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('today: ')
  await body.run('Pay now').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Please ')
  await page.keyboard.press('Escape')
  await expectHtml(
    mail
      .replace('your statement for <b>', 'your statement for today: <b>')
      .replace('>Pay now</a>', '>Please Pay now</a>'),
  )
})
