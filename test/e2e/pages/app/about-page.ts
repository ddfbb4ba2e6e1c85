import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The version of this Mailroom, and whether there is a newer one. */
export class AboutPage extends PageModel {
  readonly licences = this.page.getByRole('main').locator('details')

  newest(version: string): Locator {
    return this.page.getByRole('heading', { name: `Mailroom ${version} is available` })
  }

  /** The notice above every view. */
  newVersionLine(version: string): Locator {
    return this.page.getByText(`Mailroom ${version} is available. See what’s new`)
  }
}
