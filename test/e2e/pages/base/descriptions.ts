import type { Locator, Page } from '@playwright/test'

/** The description beside a term in a description list. */
export function descriptionOf(parent: Page | Locator, term: string): Locator {
  return parent.locator('dt', { hasText: new RegExp(`^${term}$`) }).locator('xpath=following-sibling::dd[1]')
}
