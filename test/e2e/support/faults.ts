import { expect, type Page } from '@playwright/test'

/** A choice of faults is shown at once, and in force a moment later. */
export async function faultsInForce(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Faults' })).toHaveAttribute('aria-busy', 'false')
}
