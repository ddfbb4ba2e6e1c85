import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The service and the archive side by side, and the repair of days that differ. */
export class ComparisonPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Compare with the service', level: 1 })
  readonly summary = this.page.getByRole('status').filter({ hasText: /match|There are no/ })
  readonly days = this.page.getByRole('region', { name: 'Service and archive by day' })
  readonly tags = this.page.getByRole('region', { name: 'Service and archive by tag' })
  readonly byTags = this.page.getByRole('radio', { name: 'Tags' })
  readonly showEqual = this.page.getByRole('checkbox', { name: /^Show matching/ })
  readonly noDifferences = this.page.getByRole('heading', { name: 'No differences' })
  readonly compareAgain = this.page.getByRole('button', { name: 'Compare again' })
  readonly copyAsCsv = this.page.getByRole('button', { name: 'Copy as CSV' })
  readonly repair = this.page.getByRole('button', { name: /^Repair \d+ days?…$/ })
  readonly question = this.page.getByRole('alertdialog')
  readonly confirmRepair = this.question.getByRole('button', { name: 'Repair', exact: true })
  readonly repaired = this.page.getByText(/^Repair complete: /)

  /** The rows of one counter, each with both numbers and their difference. */
  counter(label: string): Locator {
    return this.days.getByRole('row').filter({ has: this.page.getByRole('cell', { name: label, exact: true }) })
  }
}
