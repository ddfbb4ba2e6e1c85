import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

export class OutboxPanel extends PageModel {
  readonly empty = this.page.getByText('Nothing sent yet')
  readonly sourceTab = this.page.getByRole('tab', { name: 'Source' })
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
