import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** Opens a mail for editing in place. Returns a function that waits until the only draft on disk has this HTML. */
async function openInPlace({ dataFolder, pages: { body } }: AppUnderTest, mail: string) {
  await body.start()
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

// Other features of editing in place are tested in test/components/editor.
test('images can be dropped and pasted at any position', async ({ app }) => {
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
