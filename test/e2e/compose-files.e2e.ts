import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { newMessage } from './flows/new-message.ts'
import { expect, test, type AppUnderTest, notInElectron } from './support/fixtures.ts'
import { decideCalls } from './support/hosts/page-calls.ts'
import { downloaded } from './pages/base/system-dialogs.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Writes a file to be dropped, and returns its path. */
async function onDisk(app: AppUnderTest, name: string, content: string | Buffer): Promise<string> {
  const folder = join(app.dataFolder, 'to-drop')
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

test('files from the disk are dropped, arranged by keyboard, removed and restored', async ({ app }) => {
  const { page } = app
  const { composer, draftFiles } = app.pages
  await newMessage(app)
  const folder = join(app.dataFolder, 'to-drop', 'pictures')
  await mkdir(folder, { recursive: true })
  const dropped = [
    await onDisk(app, 'terms.txt', 'These are the terms.'),
    await onDisk(app, 'empty.txt', ''),
    await onDisk(app, 'logo.png', Buffer.from(png, 'base64')),
    folder,
  ]
  await draftFiles.drop(dropped, composer.subject)
  await expect(draftFiles.hint).toBeHidden()
  await expect(draftFiles.names).toHaveText(['terms.txt', 'logo.png'])
  await expect(draftFiles.problems).toContainText('pictures: This is a folder.')
  await expect(draftFiles.problems).toContainText('empty.txt: This file is empty')
  await draftFiles.dismissProblems.click()
  await expect(draftFiles.thumbnails).toHaveCount(1)

  await test.step('Alt+arrow keys move a file, and F2 renames it', async () => {
    await draftFiles.name('logo.png').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(draftFiles.names).toHaveText(['logo.png', 'terms.txt'])
    await expect(draftFiles.name('logo.png')).toBeFocused()
    await page.keyboard.press('F2')
    await page.keyboard.type('brand')
    await page.keyboard.press('Enter')
    await expect(draftFiles.name('brand.png')).toBeFocused()
  })

  await test.step('a file is dragged to another place', async () => {
    await draftFiles.moveTo('terms.txt', 'brand.png')
    await expect(draftFiles.names).toHaveText(['terms.txt', 'brand.png'])
    await draftFiles.moveTo('brand.png', 'terms.txt')
    await expect(draftFiles.names).toHaveText(['brand.png', 'terms.txt'])
  })

  await test.step('an attachment becomes an image of the message, with its own content id', async () => {
    await draftFiles.act('brand.png', /Show inside/)
    await draftFiles.contentId('brand.png').fill('my logo')
    await expect(draftFiles.rows.first()).toContainText('A content ID can’t contain spaces')
    await draftFiles.contentId('brand.png').fill('brand')
    await draftFiles.contentId('brand.png').press('Enter')
    await expect(draftFiles.rows.first()).not.toContainText('A content ID can’t contain spaces')
    await expect(draftFiles.facts('brand.png')).not.toContainText('not used in the HTML')
  })

  await test.step('Delete removes a file, and Undo puts it back', async () => {
    await draftFiles.name('brand.png').focus()
    await app.pages.shell.keepToasts()
    await page.keyboard.press('Delete')
    await expect(draftFiles.names).toHaveText(['terms.txt'])
    await expect(draftFiles.name('terms.txt')).toBeFocused()
    await app.pages.drafts.undo.click()
    await expect(draftFiles.names).toHaveText(['brand.png', 'terms.txt'])
  })

  await test.step('a copy is saved with the original bytes, and only the desktop app opens one', async () => {
    await draftFiles.actions('terms.txt').click()
    const save = draftFiles.action(/Save a copy/)
    await expect(save).toBeVisible()
    await expect(draftFiles.action(/^Open/)).toHaveCount(app.host === 'browser' ? 0 : 1)
    const { bytes } = await downloaded(page, () => save.click())
    expect(bytes.toString()).toBe('These are the terms.')
  })
})

test(
  'on a system with suitable programs, a file is opened by key, double click and menu',
  notInElectron('The programs of the system would really open.'),
  async ({ app }) => {
    const { page } = app
    const { draftFiles, composer } = app.pages
    await decideCalls(page, 'app.info', async (_input, ask) => {
      const reply = await ask()
      const output = (reply.ok ? reply.output : {}) as { capabilities: object }
      return { ok: true, output: { ...output, capabilities: { ...output.capabilities, openFile: true } } }
    })
    const opened: unknown[] = []
    await decideCalls(page, 'drafts.openFile', (input) => {
      opened.push(input)
      return { ok: true, output: undefined }
    })
    await page.reload()
    await newMessage(app)
    await draftFiles.drop([await onDisk(app, 'terms.txt', 'These are the terms.')], composer.subject)
    await draftFiles.name('terms.txt').press('Enter')
    await expect.poll(() => opened).toHaveLength(1)
    await draftFiles.name('terms.txt').dblclick()
    await expect.poll(() => opened).toHaveLength(2)
    await draftFiles.act('terms.txt', /^Open/)
    await expect.poll(() => opened).toHaveLength(3)
    expect(new Set(opened.map((input) => JSON.stringify(input))).size).toBe(1)
    await expect(draftFiles.nameField('terms.txt')).toBeHidden()
  },
)

test('a dropped file is accepted where the view moves under it, and ignored where nothing accepts it', async ({
  app,
}) => {
  const { draftFiles, composer } = app.pages
  const pages = app.page.context().pages().length
  await newMessage(app)
  const path = await onDisk(app, 'terms.txt', 'These are the terms.')
  const moveDown = () => app.page.getByRole('button', { name: 'Reply-to' }).press('Enter')
  await draftFiles.dropAside([path], app.page.getByRole('link', { name: 'Overview' }))
  await draftFiles.drop([path], composer.subject, moveDown)
  await expect(draftFiles.names).toHaveText(['terms.txt'])
  expect(app.page.context().pages()).toHaveLength(pages)
})

test('an image that is dropped onto the body is inserted into the message', async ({ app }) => {
  const { draftFiles, composer } = app.pages
  await newMessage(app)
  await composer.tab('Files').click()
  await draftFiles.drop([await onDisk(app, 'logo.png', Buffer.from(png, 'base64'))], composer.body)
  await expect(draftFiles.contentId('logo.png')).toHaveValue('logo.png')
  await expect(draftFiles.facts('logo.png')).not.toContainText('not used in the HTML')

  await draftFiles.choose([await onDisk(app, 'Größe é.png', Buffer.from(png, 'base64'))])
  await draftFiles.act('Größe é.png', /Show inside/)
  await expect(draftFiles.contentId('Größe é.png')).toHaveValue('Grosse-e.png')
})

test('text below the sender does not move when the account does not know the domain', async ({ app }) => {
  const { composer } = app.pages
  await newMessage(app)
  await expect(composer.from).not.toHaveValue('')
  await composer.from.fill('')
  await expect(composer.senderNote).toBeHidden()
  const before = await composer.subject.boundingBox()
  await composer.from.fill('me@nowhere.example')
  await expect(composer.senderNote).toBeVisible()
  expect(await composer.subject.boundingBox()).toEqual(before)
})

test('an image that is too large to decode is attached without being decoded', async ({ app }) => {
  const { draftFiles, composer } = app.pages
  await newMessage(app)
  const huge = Buffer.from(png, 'base64')
  huge.writeUInt32BE(20_000, 16)
  huge.writeUInt32BE(20_000, 20)
  const picture = '<svg xmlns="http://www.w3.org/2000/svg"><script>parent.document.title = "run"</script></svg>'
  await composer.tab('Files').click()
  await draftFiles.choose([await onDisk(app, 'huge.png', huge), await onDisk(app, 'drawing.svg', picture)])
  await expect(draftFiles.facts('huge.png')).toContainText('20000 × 20000')
  await expect(draftFiles.name('drawing.svg')).toBeVisible()
  await expect(draftFiles.thumbnails).toHaveCount(0)
  await draftFiles.act('huge.png', /Show inside/)
  await expect(draftFiles.thumbnails).toHaveCount(0)
})
