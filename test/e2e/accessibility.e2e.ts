import { violationsInThemes } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { makeExports, makeSend } from './support/made-entries.ts'
import { misfits } from './support/table-fit.ts'

const accountViews = [
  'dashboard',
  'dashboard?view=reconcile&show=all',
  'messages',
  'recipients',
  'recipients/jane%40example.org',
  'blacklists',
  'compose',
  'compose/sent',
  'alerts',
  'domains',
  'exports',
  'exports/new',
  'exports/new?source=delta',
  'exports/schedules',
  'templates',
  'keys',
  'users',
  'webhooks',
  'overview',
  'overview/abilities',
  'sandbox/connect',
  'sandbox/requests',
  'sandbox/outbox',
  'sandbox/faults',
  'sandbox/clock',
  'sandbox/webhooks',
  'sandbox/replies',
  'sandbox/snapshots',
]
const otherViews = ['accounts', 'accounts/new', 'settings', 'logs', 'about', 'manual', 'nowhere']

const widths = [900, 1920, 1280]
/** Every other visible column sorts the rows. */
const unsorted = ['Actions', 'Message']

test.slow()
test('axe finds no violation in any view, in either theme, and no table cuts off text while it has space', async ({
  app,
}) => {
  const { page } = app
  const { shell, palette, welcome, messages } = app.pages
  await expect(welcome.exploreSandbox).toBeVisible()
  expect(await violationsInThemes(page), 'welcome').toEqual([])
  await welcome.exploreSandbox.click()
  // The sandbox has to create fifty thousand messages first.
  await expect(messages.rows.nth(3)).toBeVisible()
  // If the test has no direct access to commands, other hosts cover this view.
  const sent = app.ask ? [`compose/sent/${await makeSend(app.ask)}`] : []
  if (app.ask && app.host === 'browser') await makeExports(app.ask)
  for (const view of [...accountViews, ...sent, ...otherViews]) {
    await shell.open(view)
    await expect(shell.viewTitle).toBeVisible()
    // Rows of the previous search are dimmed while the next one runs.
    await expect(shell.busyParts).toHaveCount(0)
    expect(await violationsInThemes(page), view).toEqual([])
    if ((await page.getByRole('grid').count()) === 0) continue
    const headers = page.locator('[role=columnheader]:not([aria-sort])')
    expect(unsorted, view).toEqual(expect.arrayContaining(await headers.allInnerTexts()))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => misfits(page), `${view} at ${width}`).toEqual([])
    }
  }
  await palette.open()
  expect(await violationsInThemes(page), 'palette').toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(shell.keyboardHelp).toBeVisible()
  // It was opened by keyboard, so no tooltip covers it.
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  expect(await violationsInThemes(page), 'shortcuts').toEqual([])
  await shell.keyboardHelp.getByRole('button', { name: 'How to search' }).click()
  await expect(messages.helpFilter).toBeFocused()
  expect(await violationsInThemes(page), 'search help').toEqual([])
})
