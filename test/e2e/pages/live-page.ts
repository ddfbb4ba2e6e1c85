import type { Locator } from '@playwright/test'
import { acceptedEvent, timelineTitle } from './message-detail.ts'
import { PageModel } from './base/page-model.ts'

/** The messages of an account without stored history: every search asks the service. */
export class LivePage extends PageModel {
  readonly senders = this.page.getByRole('combobox', { name: 'Senders' })
  readonly tags = this.page.getByRole('combobox', { name: 'Tags' })
  readonly chosenTags = this.page.getByRole('list', { name: 'Tags: selected' })
  readonly period = this.page.getByRole('button', { name: /^Period:/ })
  readonly lastThirtyDays = this.page.getByRole('button', { name: 'Last 30 days' })
  readonly search = this.page.getByRole('button', { name: 'Search', exact: true })
  readonly clearFilters = this.page.getByRole('button', { name: 'Clear filters' })
  readonly tryAgain = this.page.getByRole('button', { name: 'Try again' })
  readonly keepHistory = this.page.getByRole('button', { name: 'Keep history…' })

  readonly grid = this.page.getByRole('grid', { name: 'Messages' })
  readonly total = this.page.getByRole('status').filter({ hasText: /^[\d,]+ messages?$/ })
  readonly filtersChanged = this.page.getByText('The rows shown match the previous filters.')

  readonly detail = this.page.getByRole('complementary', { name: 'Message' })
  readonly detailTimeline = this.detail.getByRole('heading', { name: timelineTitle })
  readonly detailAccepted = this.detail.getByText(acceptedEvent)
  readonly askAgain = this.detail.getByRole('button', { name: 'Refresh' })

  row(index: number): Locator {
    return this.grid.locator(`[data-row="${index}"]`)
  }
}
