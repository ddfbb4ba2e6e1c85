import type { Page } from '@playwright/test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { violations } from './support/axe.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { startService } from './support/sandbox.ts'

async function addAccount(page: Page, service: Sandbox, { stored }: { stored: boolean }): Promise<void> {
  await page.goto(new URL('#/accounts/new', page.url()).href)
  await page.getByLabel('Name').fill('Clinic')
  await page.getByLabel('Base URL').fill(service.url)
  await page.getByLabel('User', { exact: true }).fill(service.credentials.user)
  await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
  if (!stored) {
    await page.getByText('Advanced').click()
    await page.getByLabel('Keep the history on this disk').uncheck()
  }
  await page.getByRole('button', { name: 'Test and add' }).click()
  await expect(page.getByRole('heading', { name: 'Clinic', level: 1 })).toBeVisible()
}

/** Where the account's archive would be. */
async function historyOnDisk({ page, dataFolder }: AppUnderTest): Promise<boolean> {
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('button', { name: 'Edit Clinic' }).click()
  const id = /accounts\/([^?]+)/.exec(new URL(page.url()).hash)![1]!
  return existsSync(join(dataFolder, 'accounts', id))
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Messages' })
const total = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d,]+ messages?$/ })

test('an account that is not stored is searched at the service, and nothing of it is on the disk', async ({ app }) => {
  const service = await startService({ seed: 'demo' })
  try {
    const { page } = app
    await addAccount(page, service, { stored: false })
    await expect(page.getByText('Not stored').first()).toBeVisible()
    await page.getByRole('link', { name: 'Messages' }).click()

    await test.step('the last seven days come by themselves', async () => {
      await expect(total(page)).toBeVisible()
      await expect(page.getByText(/^Asked the service at .*; nothing of it is kept on this disk\.$/)).toBeVisible()
      await expect(page.getByText(/words, recipients, states and metadata cannot be searched/)).toBeVisible()
    })
    const all = await total(page).innerText()

    await test.step('by tag and period, from the keyboard', async () => {
      await page.keyboard.press('/')
      await expect(page.getByRole('combobox', { name: 'Senders' })).toBeFocused()
      await page.getByRole('combobox', { name: 'Tags' }).fill('invoice')
      await page.keyboard.press('Enter')
      await expect(page.getByText('The rows are of the filters before.')).toBeVisible()
      await page.getByRole('button', { name: /^Period:/ }).click()
      await page.getByRole('button', { name: 'Last 30 days' }).click()
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(total(page)).not.toHaveText(all)
      await expect(page.getByText('The rows are of the filters before.')).toHaveCount(0)
      await expect(page).toHaveURL(/tags=invoice/)
    })

    await test.step('further pages come as one scrolls', async () => {
      await grid(page).focus()
      await page.keyboard.press('End')
      const last = Number((await total(page).innerText()).replace(/\D/g, ''))
      expect(last).toBeGreaterThan(100)
      await expect(grid(page).locator(`[data-row="${last - 1}"]`)).toContainText('invoice')
    })

    await test.step('a message with its events', async () => {
      await page.keyboard.press('Home')
      await expect(grid(page).locator('[data-row="0"]')).toHaveAttribute('aria-selected', 'true')
      const detail = page.getByRole('complementary', { name: 'Message' })
      await expect(detail.getByText('Accepted by the service')).toBeVisible()
      await expect(detail.getByRole('heading', { name: 'What happened' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(detail.getByRole('button', { name: 'Ask the service again' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(detail).toHaveCount(0)
      await expect(grid(page)).toBeFocused()
    })

    await test.step('the hash keeps the filters', async () => {
      const shown = await total(page).innerText()
      await page.reload()
      await expect(total(page)).toHaveText(shown)
      await expect(page.getByRole('list', { name: 'Tags: chosen' })).toContainText('invoice')
    })

    expect(await historyOnDisk(app)).toBe(false)
  } finally {
    await service.close()
  }
})

test('a service that fails leaves the rows, and nothing found offers a way on', async ({ app }) => {
  const service = await startService({ seed: 'demo' })
  try {
    const { page } = app
    app.expectError(/status of 5\d\d|Failed to load/)
    await addAccount(page, service, { stored: false })
    await page.getByRole('link', { name: 'Messages' }).click()
    await expect(total(page)).toBeVisible()
    const first = grid(page).locator('[data-row="0"]')
    const shown = await first.innerText()

    service.faults.set([{ kind: 'status', status: 503, path: '/statistics/*' }])
    await page.getByRole('combobox', { name: 'Tags' }).fill('no-such-tag')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The rows below are the last that the service gave.')).toBeVisible({ timeout: 40_000 })
    expect(await first.innerText()).toBe(shown)

    service.faults.set([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The service has no such message')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(first).toContainText(shown.split('\n')[0]!)
  } finally {
    await service.close()
  }
})

test('switching the history off asks what becomes of it, and switching it on asks how far back to read', async ({
  app,
}) => {
  const service = await startService()
  try {
    const { page } = app
    await addAccount(page, service, { stored: true })
    await page.getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByRole('heading', { name: 'Keep the history of this account' })).toBeVisible()
    expect(await historyOnDisk(app)).toBe(true)

    await page.getByText('Advanced').click()
    await page.getByLabel('Keep the history on this disk').uncheck()
    await expect(page.getByLabel('Keep the file')).toBeChecked()
    await page.getByLabel('Delete the file').check()
    await expect(page.getByText(/^Saving deletes it for good/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Clinic was saved.' })).toBeVisible()
    expect(await historyOnDisk(app)).toBe(false)

    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('button', { name: 'Keep the history…' }).click()
    await page.getByText('Advanced').click()
    await page.getByLabel('Keep the history on this disk').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByRole('heading', { name: 'Keep the history of this account' })).toBeVisible()
  } finally {
    await service.close()
  }
})

test('a recipient of such an account is what the service says', async ({ app }) => {
  const service = await startService({ seed: 'demo' })
  try {
    const { page } = app
    await addAccount(page, service, { stored: false })
    await page.goto(new URL('#/recipients/nobody%40shop.example', page.url()).href)
    await expect(page.getByText('this is what the service says now')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Blacklists' })).toBeVisible()
    await expect(page.getByText('Not listed').first()).toBeVisible()
  } finally {
    await service.close()
  }
})
