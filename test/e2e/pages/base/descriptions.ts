import type { Locator, Page } from '@playwright/test'

/** What stands beside a term of a list of descriptions. */
export function descriptionOf(parent: Page | Locator, term: string): Locator {
  return parent.locator('dt', { hasText: new RegExp(`^${term}$`) }).locator('xpath=following-sibling::dd[1]')
}
