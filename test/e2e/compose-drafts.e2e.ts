import { violationsInThemes } from './support/axe.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { newMessage } from './flows/new-message.ts'
import { expect, test } from './support/fixtures.ts'
import { decideCalls } from './support/hosts/page-calls.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

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
  await expect(drafts.active).toContainText('The first draft')

  await test.step('a restart of Mailroom keeps it unchanged', async () => {
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
    await app.pages.shell.keepToasts()
    await list.remove('The first draft').click()
    await expect(list.empty).toBeVisible()
    await list.undo.click()
    await expect(list.draft('The first draft')).toBeVisible()
  })

  await test.step('an empty message that was not edited is reused', async () => {
    const list = app.pages.drafts
    for (let time = 0; time < 2; time++) {
      await list.newMessage.click()
      await expect(app.pages.composer.to).toBeFocused()
      await app.pages.composer.allDrafts.click()
    }
    await expect(list.drafts).toHaveCount(2)
    await expect(list.active).toHaveAttribute('data-row', '0')
  })
})

test('changes that a full disk refuses are kept, even after leaving the draft, and saved later', async ({ app }) => {
  const { page } = app
  const { drafts, composer } = app.pages
  const error = { code: 'disk-full', message: 'The disk is full.', retryable: true, details: {} }
  await newMessage(app)
  await expect(composer.saved).toBeVisible()
  const goOn = await decideCalls(page, 'drafts.save', () => ({ ok: false, error }))
  await composer.subject.fill('Typed on a full disk')
  await expect(composer.notSaved).toContainText('The disk is full.')
  await composer.allDrafts.click()
  await drafts.drafts.first().click()
  await expect(composer.subject).toHaveValue('Typed on a full disk')
  await goOn()
  await composer.retry.click()
  await expect(composer.saved).toBeVisible()
  await composer.allDrafts.click()
  await expect(drafts.draft('Typed on a full disk')).toBeVisible()
})

test('a new message can start blank, from a template or from a snippet', async ({ app }) => {
  const { page } = app
  const { drafts, shell } = app.pages
  await drafts.link.click()
  await drafts.moreWays.click()
  await drafts.fromTemplate.click()
  await expect(shell.dialog).toContainText('Templates in')
  await page.keyboard.press('Escape')
  await drafts.moreWays.click()
  await drafts.fromSnippet.click()
  await expect(shell.dialog).toContainText('No snippets')
})

test('in a narrow window, Escape closes the panel and returns the focus', async ({ app }) => {
  const { page } = app
  const { composer, sending, shell } = app.pages
  await page.setViewportSize({ width: 900, height: 600 })
  await newMessage(app)
  await composer.subject.fill('A subject that is much longer than the head of the view has place for '.repeat(2))
  await expect(page.getByTitle('From the account')).toBeInViewport({ ratio: 1 })
  await expect(sending.open).toBeInViewport({ ratio: 1 })
  await expect(shell.viewTitle).toBeInViewport()

  await composer.openPreview.focus()
  await page.keyboard.press('Enter')
  await expect(composer.tab('Preview')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(composer.tab('Checks')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(composer.panel).toBeHidden()
  await expect(composer.openPreview).toBeFocused()

  await test.step('a finding moves to its place in the message, and no panel covers it', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await app.pages.preview.finding('The message has no recipients').click()
    await expect(composer.panel).toBeHidden()
    await expect(composer.to).toBeFocused()
  })
})

test('a pasted list becomes chips that show what is wrong, and one click fixes it', async ({ app }) => {
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
  await composer.fix('Remove this duplicate').click()
  await composer.fix('Split into 2').click()
  await expect(composer.chips).toHaveText([/^\s*Lee, Ann/, /^\s*bob@/, /nobody/, /cid@/, /dan@/])
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

  await test.step('many recipients are summarized by their number, which opens the table', async () => {
    await composer.to.fill(Array.from({ length: 60 }, (_, index) => `user${index}@example.com`).join(', '))
    await composer.to.press('Enter')
    await expect(composer.folded).toHaveText('64 recipients')
    await composer.folded.click()
    await expect(composer.tab('Recipients')).toHaveAttribute('aria-selected', 'true')
  })
})

test('the inbox line shows what a reader sees before opening the message', async ({ app }) => {
  const { composer } = app.pages
  await newMessage(app)
  await composer.from.fill('hello@shop.example')
  await composer.fromName.fill('The Shop')
  await composer.subject.fill('Your order')
  await composer.preheader.fill('It is on its way.')
  await composer.showInbox.click()
  await expect(composer.inbox).toContainText('The Shop Your order – It is on its way.')
})

test('options are set, kept, and explained if they are invalid', async ({ app }) => {
  const { composer } = app.pages
  await newMessage(app)
  await composer.tab('Options').click()
  await composer.tags.fill('invoice, big sale')
  await composer.tags.press('Enter')
  await composer.choice('Track opens', 'Off').check({ force: true })
  await composer.unsubscribe.fill('mailto:stop@shop.example')
  await composer.oneClick.check()
  await expect(composer.panel).toContainText('One-click unsubscribe works only with an https address')
  await composer.unsubscribe.fill('https://shop.example/stop?of={{email}}')
  await expect(composer.panel).not.toContainText('One-click unsubscribe works')
  await composer.addMetadata.click()
  await expect(composer.metadata('Name', 1)).toBeFocused()
  await composer.metadata('Name', 1).fill('order')
  await composer.metadata('Type', 1).selectOption('Number')
  await composer.metadata('Value', 1).fill('many')
  await expect(composer.panel).toContainText('Enter a number')
  await composer.addHeader.click()
  await composer.headerLine('Name', 1).fill('Subject')
  await expect(composer.panel).toContainText('can’t be added here')
  await composer.headerLine('Name', 1).fill('X-Campaign')
  await expect(composer.saved).toBeVisible()

  await composer.named('IP pool').fill('bulk-2')
  await composer.named('IP pool').press('Tab')
  await expect(composer.saved).toBeVisible()

  await app.restart()
  const kept = app.pages.composer
  await expect(kept.choice('Track opens', 'Off')).toBeChecked()
  await expect(kept.panel).toContainText('big sale')
  await expect(kept.headerLine('Name', 1)).toHaveValue('X-Campaign')
  await expect(kept.metadata('Value', 1)).toHaveValue('many')
  await expect(kept.named('IP pool')).toHaveValue('bulk-2')

  await test.step('another draft suggests the names used by this one', async () => {
    await kept.allDrafts.click()
    await app.pages.drafts.newMessage.click()
    await kept.named('IP pool').click()
    await app.page.getByRole('option', { name: 'bulk-2' }).click()
    await expect(kept.named('IP pool')).toHaveValue('bulk-2')
  })
})

test('a message can be written without a mouse, and axe finds no violation in any panel', async ({ app }) => {
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
    expect(await violationsInThemes(page), tab).toEqual([])
  }
  await page.keyboard.press('Escape')
  await expect(composer.showPanel).toBeFocused()
})
