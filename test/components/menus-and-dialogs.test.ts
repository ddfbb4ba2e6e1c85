import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ComponentPreview } from './pages/component-preview.ts'
import { violationsInThemes } from './support/axe.ts'
import { focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { emulateMedia, press } = browser

/** Any open menu or dialog. The views below them have their own tests. */
const layer = '[role=menu], [role=dialog], dialog[open]'

/**
 * By view, the names of the buttons and menu items that open one layer after another. Layers covered elsewhere are
 * left out.
 */
const opened = {
  'to find messages': [
    ['messages?q=invoice', /^Views$/, /^Save this search/],
    ['messages?q=invoice', /^History$/, /^Sync settings/],
    ['dashboard', /^Panels/],
  ],
  'to send and to be told': [
    ['alerts', /^New rule/],
    ['compose', /^More ways to start/],
    ['webhooks', /^New webhook/],
  ],
  'of the account and of the app': [
    ['overview', /^Account:/],
    ['settings', /^Jobs/],
  ],
} satisfies Record<string, readonly (readonly [view: string, ...names: RegExp[]])[]>

test.each(Object.entries(opened))(
  'axe finds no violation in a menu or dialog %s, in either theme',
  async (_of, views) => {
    await emulateMedia({ reducedMotion: 'reduce' })
    await openMailroom(views[0]![0], { scenario: 'empty' })
    for (const [view, ...names] of views) {
      location.hash = `#/${view}`
      for (const name of names) {
        const button = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first()
        await expect.element(button).toBeVisible()
        await focus(button)
        await press('Enter')
        await expect.element(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
        expect.soft(await violationsInThemes(layer), `${view} ${name}`).toEqual([])
      }
      await press('Escape')
      await expect.element(page.getByRole('menu').or(page.getByRole('dialog'))).not.toBeInTheDocument()
    }
  },
)

test('axe finds no violation in the menu of a row or of a column, in either theme', async () => {
  await emulateMedia({ reducedMotion: 'reduce' })
  const preview = await ComponentPreview.open()
  await preview.row(2).click({ button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'Row actions' })).toBeVisible()
  expect(await violationsInThemes('[role=menu]'), 'row').toEqual([])
  await press('Escape')
  await focus(preview.grid.getByRole('columnheader', { name: 'Date', exact: true }).getByRole('button'))
  await press('Alt+ArrowDown')
  await expect.element(page.getByRole('menu', { name: 'Column Date' })).toBeVisible()
  expect(await violationsInThemes('[role=menu]'), 'column').toEqual([])
})
