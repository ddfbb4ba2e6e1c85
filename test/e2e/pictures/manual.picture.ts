import { join } from 'node:path'
import { refusedByMailFrame } from '../support/elsewhere.ts'
import { expect, test, type AppUnderTest } from '../support/fixtures.ts'

const folder = join(import.meta.dirname, '../../../docs/images')

/** Prints what is on the screen twice: `name.png` in light, and `name-dark.png`. */
async function print({ page, pages }: AppUnderTest, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(pages.shell.busyParts).toHaveCount(0)
    // A chart is painted in the colours of the theme a frame after it changes.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const path = join(folder, colorScheme === 'light' ? `${name}.png` : `${name}-dark.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  }
}

/** The account of a shop, whose quarter of mail is the same every time but for its dates. */
let accountId = ''

test.beforeEach(async ({ app }) => {
  app.expectError(refusedByMailFrame)
  const ask = app.ask!
  accountId = (await ask('sandbox.explore', { scenario: 'demo' })).id
  await app.pages.overview.title.waitFor()
  await expect.poll(async () => (await ask('sync.status', { accountId })).lastEndedAt).not.toBeNull()
})

test('messages', async ({ app }) => {
  const { messages, shell } = app.pages
  await shell.open('messages')
  await messages.rows.nth(4).click()
  await expect(app.page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await print(app, 'messages')
})

test('dashboard', async ({ app }) => {
  const { dashboard, shell } = app.pages
  await shell.open('dashboard')
  await expect(dashboard.days).toBeVisible()
  await print(app, 'dashboard')
})

test('compose', async ({ app }) => {
  const { composer, shell } = app.pages
  const ask = app.ask!
  const { templates } = await ask('templates.list', { accountId })
  const template = templates!.find(({ name }) => name === 'order-confirmation')!
  const { id } = await ask('drafts.create', { accountId, start: { from: 'template', id: template.id } })
  const rows = ['ada', 'grace', 'open+2'].map((name) => ({
    address: `${name}@example.org`,
    name: '',
    values: [],
    parts: [],
  }))
  await ask('drafts.save', { id, people: { at: 0, remove: 0, rows } })
  await shell.open(`compose/${id}`)
  await expect(composer.saved).toBeVisible()
  await expect(app.page.frameLocator('iframe').last().locator('h1, p').first()).toBeVisible()
  await print(app, 'compose')
})
