import type { Locator } from '@playwright/test'
import { descriptionOf } from '../base/descriptions.ts'
import { PageModel } from '../base/page-model.ts'

export class OutboxPanel extends PageModel {
  readonly empty = this.page.getByText('Nothing sent yet')
  readonly search = this.page.getByRole('searchbox', { name: 'Search the outbox' })
  readonly reason = descriptionOf(this.page, 'Reason')
  readonly sourceTab = this.page.getByRole('tab', { name: 'Source' })
  readonly request = this.page.getByRole('link', { name: /^Request \d+$/ })
  readonly close = this.page.getByRole('button', { name: 'Close the message' })

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name })
  }

  attachment(name: RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** The title of the message that is open. */
  subject(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true })
  }
}
