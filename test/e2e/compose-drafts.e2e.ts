import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from './support/axe.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function newMessage({ pages: { drafts, composer } }: AppUnderTest): Promise<void> {
  await drafts.link.click()
  await drafts.newMessage.click()
  await expect(composer.to).toBeFocused()
}

/** Writes a file to drop, and returns its path. */
async function onDisk(app: AppUnderTest, name: string, content: string | Buffer): Promise<string> {
  const folder = join(app.dataFolder, 'to-drop')
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

test('a message is written, left, found among the drafts, removed and restored', async ({ app }) => {
  const { shell, drafts, composer } = app.pages
  await drafts.link.click()
  await expect(drafts.empty).toBeVisible()
  await newMessage(app)
  await composer.to.fill('ann@example.com')
  await composer.subject.fill('The first draft')
  await expect(shell.viewTitle).toHaveText('The first draft')
  await expect(composer.saved).toBeVisible()
  await composer.allDrafts.click()
  await expect(drafts.draft('The first draft')).toContainText('ann@example.com')

  await test.step('a restart of Mailroom keeps it as it was typed', async () => {
    await app.restart()
    const { pages } = app
    await pages.drafts.link.click()
    await pages.drafts.draft('The first draft').click()
    await expect(pages.composer.subject).toHaveValue('The first draft')
    await expect(pages.composer.chips).toHaveText([/ann@example\.com/])
    await pages.composer.allDrafts.click()
  })

  await test.step('it is removed, and undone', async () => {
    const list = app.pages.drafts
    await list.remove('The first draft').click()
    await expect(list.empty).toBeVisible()
    await list.undo.click()
    await expect(list.draft('The first draft')).toBeVisible()
  })

  await test.step('a blank message that nothing was written to is used again', async () => {
    const list = app.pages.drafts
    for (let time = 0; time < 2; time++) {
      await list.newMessage.click()
      await expect(app.pages.composer.to).toBeFocused()
      await app.pages.composer.allDrafts.click()
    }
    await expect(list.drafts).toHaveCount(2)
  })
})

test('what a full disk refuses is kept, also when the draft is left, and saved later', async ({ app }) => {
  const { page } = app
  const { drafts, composer } = app.pages
  const error = { code: 'disk-full', message: 'The disk is full.', retryable: true, details: {} }
  await newMessage(app)
  await expect(composer.saved).toBeVisible()
  await page.route('**/rpc/compose.saveDraft', (route) => route.fulfill({ json: { ok: false, error } }))
  await composer.subject.fill('Typed on a full disk')
  await expect(composer.notSaved).toContainText('The disk is full.')
  await composer.allDrafts.click()
  await drafts.drafts.first().click()
  await expect(composer.subject).toHaveValue('Typed on a full disk')
  await page.unroute('**/rpc/compose.saveDraft')
  await composer.retry.click()
  await expect(composer.saved).toBeVisible()
  await composer.allDrafts.click()
  await expect(drafts.draft('Typed on a full disk')).toBeVisible()
})

test('a message begins blank, with a template or with a snippet', async ({ app }) => {
  const { page } = app
  const { drafts, shell } = app.pages
  await drafts.link.click()
  await drafts.moreWays.click()
  await drafts.fromTemplate.click()
  await expect(shell.dialog).toContainText('Templates of')
  await page.keyboard.press('Escape')
  await drafts.moreWays.click()
  await drafts.fromSnippet.click()
  await expect(shell.dialog).toContainText('No snippets')
})

test('a pasted list becomes chips that say what is wrong, and one click sets it right', async ({ app }) => {
  const { page } = app
  const { composer } = app.pages
  await newMessage(app)
  const list =
    '"Lee, Ann" <ann@gmial.com>\nbob@example.com\nBOB@example.com\nnobody\nCid cid@example.com dan@example.com'
  await page.evaluate((text) => navigator.clipboard.writeText(text).catch(() => undefined), list)
  await composer.to.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, list)
  await expect(composer.chips).toHaveText([/Lee, Ann/, /bob@/, /BOB@/, /nobody/, /Cid cid@example/])
  await composer.fix('Use gmail.com').click()
  await composer.fix('Remove this one').click()
  await composer.fix('Split into 2').click()
  await expect(composer.chips).toHaveText([/Lee, Ann, ann@gmail\.com/, /^\s*bob@/, /nobody/, /cid@/, /dan@/])
  await expect(composer.problems).toContainText('“nobody” is not an email address')

  await test.step('a chip is corrected and removed by keyboard', async () => {
    await composer.to.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.keyboard.type('eve@example.com')
    await page.keyboard.press('Enter')
    await expect(composer.problems).toHaveCount(0)
    await page.keyboard.press('Delete')
    await expect(composer.chips).toHaveText([/Lee, Ann/, /bob@/, /cid@/, /dan@/])
  })

  await test.step('many recipients fold into their number, which leads to the table', async () => {
    await composer.to.fill(Array.from({ length: 60 }, (_, index) => `user${index}@example.com`).join(', '))
    await composer.to.press('Enter')
    await expect(composer.folded).toHaveText('64 recipients')
    await composer.folded.click()
    await expect(composer.tab('Recipients')).toHaveAttribute('aria-selected', 'true')
  })
})

test('the inbox line shows what a reader sees before opening', async ({ app }) => {
  const { composer } = app.pages
  await newMessage(app)
  await composer.from.fill('hello@shop.example')
  await composer.fromName.fill('The Shop')
  await composer.subject.fill('Your order')
  await composer.preheader.fill('It is on its way.')
  await expect(composer.inbox).toContainText('The Shop Your order – It is on its way.')
})

test('options are set, kept, and explained where they are wrong', async ({ app }) => {
  const { composer } = app.pages
  await newMessage(app)
  await composer.tab('Options').click()
  await composer.tags.fill('invoice, big sale')
  await composer.tags.press('Enter')
  await composer.choice('Track opens', 'Off').check({ force: true })
  await composer.unsubscribe.fill('mailto:stop@shop.example')
  await composer.oneClick.check()
  await expect(composer.panel).toContainText('One click works with an https address only')
  await composer.unsubscribe.fill('https://shop.example/stop?of={{email}}')
  await expect(composer.panel).not.toContainText('One click works')
  await composer.addMetadata.click()
  await expect(composer.metadata('Name', 1)).toBeFocused()
  await composer.metadata('Name', 1).fill('order')
  await composer.metadata('Type', 1).selectOption('Number')
  await composer.metadata('Value', 1).fill('many')
  await expect(composer.panel).toContainText('Enter a number')
  await composer.addHeader.click()
  await composer.headerLine('Name', 1).fill('Subject')
  await expect(composer.panel).toContainText('Use its own field')
  await composer.headerLine('Name', 1).fill('X-Campaign')
  await expect(composer.saved).toBeVisible()

  await app.restart()
  const kept = app.pages.composer
  await expect(kept.choice('Track opens', 'Off')).toBeChecked()
  await expect(kept.panel).toContainText('big sale')
  await expect(kept.headerLine('Name', 1)).toHaveValue('X-Campaign')
  await expect(kept.metadata('Value', 1)).toHaveValue('many')
})

test('files of the disk are dropped, arranged by keyboard, removed and restored', async ({ app }) => {
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

  await test.step('Alt and arrows move a file, F2 renames it', async () => {
    await draftFiles.name('logo.png').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(draftFiles.names).toHaveText(['logo.png', 'terms.txt'])
    await expect(draftFiles.name('logo.png')).toBeFocused()
    await page.keyboard.press('F2')
    await page.keyboard.type('brand')
    await page.keyboard.press('Enter')
    await expect(draftFiles.name('brand.png')).toBeFocused()
  })

  await test.step('an attachment becomes an image of the message, with its own content id', async () => {
    await draftFiles.act('brand.png', /Show it inside/)
    await draftFiles.contentId('brand.png').fill('my logo')
    await expect(draftFiles.rows.first()).toContainText('A content id has letters')
    await draftFiles.contentId('brand.png').fill('brand')
    await draftFiles.contentId('brand.png').press('Enter')
    await expect(draftFiles.rows.first()).not.toContainText('A content id has letters')
    await expect(draftFiles.facts('brand.png')).not.toContainText('not used in the HTML')
  })

  await test.step('Delete removes a file, and Undo puts it back', async () => {
    await draftFiles.name('brand.png').focus()
    await page.keyboard.press('Delete')
    await expect(draftFiles.names).toHaveText(['terms.txt'])
    await expect(draftFiles.name('terms.txt')).toBeFocused()
    await app.pages.drafts.undo.click()
    await expect(draftFiles.names).toHaveText(['brand.png', 'terms.txt'])
  })

  await test.step('a copy is saved with the bytes that were dropped', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), draftFiles.act('terms.txt', /Save a copy/)])
    expect(await readFile(await download.path(), 'utf8')).toBe('These are the terms.')
  })
})

test('an image that is dropped onto the body is shown inside the message', async ({ app }) => {
  const { draftFiles, composer } = app.pages
  await newMessage(app)
  await composer.tab('Files').click()
  await draftFiles.drop([await onDisk(app, 'logo.png', Buffer.from(png, 'base64'))], composer.body)
  await expect(draftFiles.contentId('logo.png')).toHaveValue('logo.png')
  await expect(draftFiles.facts('logo.png')).not.toContainText('not used in the HTML')
})

test('an image too large to decode is attached, and not decoded', async ({ app }) => {
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
  await draftFiles.act('huge.png', /Show it inside/)
  await expect(draftFiles.thumbnails).toHaveCount(0)
})

for (const theme of ['light', 'dark']) {
  test.describe(`in ${theme}`, () => {
    test.use({ dataFiles: { 'settings.json': JSON.stringify({ theme, lastView: '#/sandbox' }) } })

    test('a message is written without a mouse, and axe finds nothing in any panel', async ({ app }) => {
      const { page } = app
      const { composer, shell, drafts } = app.pages
      await drafts.link.waitFor()
      await page.keyboard.press('c')
      await expect(composer.to).toBeFocused()
      await page.keyboard.type('ann@gmial.com, nobody, ')
      await page.keyboard.press('Tab')
      await expect(composer.fix('Use gmail.com')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(composer.to).toBeFocused()
      await composer.subject.focus()
      await page.keyboard.type('By keyboard')
      await expect(shell.viewTitle).toHaveText('By keyboard')
      for (const tab of ['Recipients', 'Options', 'Files']) {
        await composer.tab(tab).click()
        await expect(composer.tab(tab)).toHaveAttribute('aria-selected', 'true')
        await expect(composer.saved).toBeVisible()
        expect(await violations(page), tab).toEqual([])
      }
      await page.keyboard.press('Escape')
      await expect(composer.showPanel).toBeFocused()
    })
  })
}
