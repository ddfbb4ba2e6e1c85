import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violationsInThemes } from './support/axe.ts'
import { focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { sendOne } from './support/send-one.ts'

const { invoke, press } = browser
const menu = page.getByRole('menu')

/** Views with one row each for the message, the person or the address. */
const views = ['messages', 'recipients/jane%40example.org', 'compose/sent', 'blacklists']

test('axe finds no violation in the row menus of the views, in either theme', async () => {
  await openMailroom('overview', { scenario: 'empty' })
  const accountId = await sendOne()
  const entry = { accountId, type: 'bounces', email: 'jane@example.org', reason: 'mailbox full', list: '' }
  expect(await invoke('blacklists.add', entry)).toMatchObject({ ok: true })
  for (const view of views) {
    location.hash = `#/${view}`
    const row = page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: /News of the shop|jane@example/ })
      .first()
    await expect.element(row).toBeVisible()
    await row.click({ button: 'right' })
    await expect.element(menu).toBeVisible()
    expect.soft(await violationsInThemes('[role=menu]'), view).toEqual([])
    await press('Escape')
    await expect.element(menu).not.toBeInTheDocument()
  }
})

test('axe finds no violation in the menu of a panel, in either theme', async () => {
  await openMailroom('overview', { scenario: 'empty' })
  await sendOne()
  location.hash = '#/dashboard'
  const button = page.getByRole('button', { name: /^More actions for/ }).first()
  await expect.element(button).toBeVisible()
  await focus(button)
  await press('Enter')
  await expect.element(menu).toBeVisible()
  expect(await violationsInThemes('[role=menu]')).toEqual([])
})
