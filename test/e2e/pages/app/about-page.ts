import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** What this Mailroom is, and whether there is a newer one. */
export class AboutPage extends PageModel {
  readonly licences = this.page.getByRole('main').locator('details')

  newest(version: string): Locator {
    return this.page.getByRole('heading', { name: `Mailroom ${version} is available` })
  }

  /** Above every view. */
  newVersionLine(version: string): Locator {
    return this.page.getByText(`Mailroom ${version} is available. See what’s new`)
  }
}
