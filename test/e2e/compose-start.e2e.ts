import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** Writes a file to be chosen or dropped, and returns its path. */
async function onDisk(app: AppUnderTest, name: string, content: string): Promise<string> {
  const folder = join(app.dataFolder, 'to-start-with')
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const mail = [
  'From: Shop <shop@sender.example>',
  'To: Ann <ann@x.example>, bo@x.example',
  'Subject: Your order',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=m',
  '',
  '--m',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Thank you</p>',
  '--m',
  'Content-Type: text/csv',
  'Content-Disposition: attachment; filename="lines.csv"',
  '',
  'a,b',
  '--m--',
  '',
].join('\r\n')

test('a mail file and an HTML file can start a message, by keyboard', async ({ app }) => {
  const { page } = app
  const { drafts, composer, draftFiles } = app.pages
  await drafts.link.click()
  await drafts.startFrom(await onDisk(app, 'order.eml', mail))
  await expect(composer.subject).toHaveValue('Your order')
  await expect(composer.from).toHaveValue('shop@sender.example')
  await expect(composer.chips).toHaveText([/Ann/, /bo@x\.example/])
  await composer.tab('Files').click()
  await expect(draftFiles.names).toHaveText(['lines.csv'])

  await test.step('an HTML file has no sender, so the usual one is suggested', async () => {
    await composer.allDrafts.click()
    await drafts.startFrom(await onDisk(app, 'page.html', '<p>Hello <b>all</b></p>'))
    await expect(composer.body).toContainText('Hello all')
    await expect(composer.subject).toHaveValue('')
    await expect(composer.from).not.toHaveValue('')
  })

  await test.step('a file that is not a mail is refused with an error message, and starts nothing', async () => {
    await composer.allDrafts.click()
    await drafts.startFrom(await onDisk(app, 'not.eml', 'Just text.'))
    await expect(page.getByRole('paragraph').filter({ hasText: 'not.eml can’t be read as an email.' })).toBeVisible()
    await expect(drafts.drafts).toHaveCount(2)
  })
})

test('a mail that is dropped on an empty message becomes the message or an attachment, as the user chooses', async ({
  app,
}) => {
  const { page } = app
  const { drafts, composer, draftFiles } = app.pages
  await drafts.link.click()
  await drafts.newMessage.click()
  await expect(composer.from).not.toHaveValue('')
  const path = await onDisk(app, 'order.eml', mail)

  await test.step('Escape changes nothing', async () => {
    await draftFiles.drop([path], composer.subject)
    await expect(draftFiles.asMessage).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(draftFiles.question).toBeHidden()
    await expect(composer.subject).toHaveValue('')
  })

  await test.step('a file that is not a mail is refused with an error message, and can still be attached', async () => {
    await draftFiles.drop([await onDisk(app, 'not.eml', 'Just text.')], composer.subject)
    await draftFiles.asMessage.press('Enter')
    await expect(draftFiles.question).toContainText('not.eml can’t be read as an email.')
    await draftFiles.asAttachment.press('Enter')
    await expect(draftFiles.names).toHaveText(['not.eml'])
    await draftFiles.remove('not.eml').click()
    await expect(draftFiles.names).toHaveCount(0)
  })

  await test.step('as the message, it replaces the empty draft', async () => {
    await draftFiles.drop([path], composer.subject)
    await draftFiles.asMessage.press('Enter')
    await expect(composer.subject).toHaveValue('Your order')
    await composer.allDrafts.click()
    await expect(drafts.drafts).toHaveCount(1)
    await drafts.draft('Your order').click()
  })

  await test.step('a message with content attaches it without a question', async () => {
    await expect(composer.subject).toHaveValue('Your order')
    await draftFiles.drop([path], composer.subject)
    await expect(draftFiles.names).toHaveText(['lines.csv', 'order.eml'])
    await expect(draftFiles.question).toBeHidden()
  })
})
