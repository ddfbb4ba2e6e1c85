import type { Page } from '@playwright/test'
import { expect, type AppUnderTest } from './fixtures.ts'
import { startService } from './sandbox.ts'

/** An account on a service with a shop's quarter, of which nothing was read yet. */
export async function withShop(app: AppUnderTest, work: (page: Page) => Promise<void>): Promise<void> {
  const service = await startService({ seed: 'demo' })
  try {
    const { page } = app
    await page.goto(new URL('#/accounts/new', page.url()).href)
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel('Base URL').fill(service.url)
    await page.getByLabel('User', { exact: true }).fill(service.credentials.user)
    await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
    await page.getByRole('button', { name: 'Test and add' }).click()
    await work(page)
  } finally {
    await service.close()
  }
}

export const estimate = (page: Page) => page.getByText(/^\d[\d,]* messages: about/)

export async function readWeek(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'The last 7 days' }).check()
  await expect(estimate(page)).toBeVisible()
  await page.getByRole('button', { name: 'Read the history' }).press('Enter')
  await expect(search(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeEnabled({ timeout: 45_000 })
  await expect(page.getByRole('row').nth(3)).toBeVisible()
}

/** The same with its last week read. */
export function withHistory(app: AppUnderTest, work: (page: Page) => Promise<void>): Promise<void> {
  return withShop(app, async (page) => {
    await page.getByRole('link', { name: 'Messages' }).click()
    await readWeek(page)
    await work(page)
  })
}

export const search = (page: Page) => page.getByRole('combobox', { name: 'Search messages' })
