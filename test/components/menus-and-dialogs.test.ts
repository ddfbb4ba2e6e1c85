import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violations } from './support/axe.ts'
import { focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { emulateMedia, press } = browser

/** What opened: the views below it have tests of their own. */
const layer = '[role=menu], [role=dialog], dialog[open]'

/** Of a view, the buttons and menu items that open one after another, by their names. Those of other tests are not repeated. */
const opened: readonly (readonly [view: string, ...names: RegExp[]])[] = [
  ['messages?q=invoice', /^Views$/, /^Save this search/],
  ['messages?q=invoice', /^History$/, /^Sync settings/],
  ['dashboard', /^Panels/],
  ['alerts', /^New rule/],
  ['compose', /^More ways to start/],
  ['overview', /^Account:/],
  ['webhooks', /^New webhook/],
  ['settings', /^Jobs/],
]

test('axe finds no violation in a menu or dialog that the keyboard opens, in either theme', async () => {
  await emulateMedia({ reducedMotion: 'reduce' })
  await openMailroom('settings', { scenario: 'empty' })
  for (const [view, ...names] of opened) {
    location.hash = `#/${view}`
    for (const name of names) {
      const button = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first()
      await expect.element(button).toBeVisible()
      await focus(button)
      await press('Enter')
      await expect.element(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await emulateMedia({ reducedMotion: 'reduce', colorScheme })
        expect.soft(await violations(layer), `${view} ${name} ${colorScheme}`).toEqual([])
      }
    }
    await press('Escape')
    await expect.element(page.getByRole('menu').or(page.getByRole('dialog'))).not.toBeInTheDocument()
  }
})
