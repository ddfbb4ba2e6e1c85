import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The abilities of an account: its operations, and the variants of the API it uses. */
export class AbilitiesPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'What this account can do', level: 1 })
  readonly link = this.page.getByRole('button', { name: 'What this account can do' })
  readonly detect = this.page.getByRole('button', { name: 'Detect operations' })
  readonly copy = this.page.getByRole('button', { name: 'Copy as text' })
  readonly onlyDifferent = this.page.getByRole('radio', { name: 'Differences only' })
  readonly nothingDiffers = this.page.getByText('No differences')
  readonly credits = this.page.getByText(/ of 1,000,000$/)
  readonly forms = this.page.getByRole('list', { name: 'API variant' })

  /** The row of an operation, such as `GET /users`. */
  operation(endpoint: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByText(endpoint, { exact: true }) })
  }
}
