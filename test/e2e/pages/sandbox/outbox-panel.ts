import type { Locator } from '@playwright/test'
import { descriptionOf } from '../base/descriptions.ts'
import { PageModel } from '../base/page-model.ts'

export class OutboxPanel extends PageModel {
  readonly empty = this.page.getByText('Nothing sent yet')
  readonly search = this.page.getByRole('searchbox', { name: 'Search the outbox' })
  readonly reason = descriptionOf(this.page, 'Reason')
  readonly codes = this.page.getByRole('list', { name: 'Codes in this message' })
  readonly links = this.page.getByRole('list', { name: 'Links in this message' })
  readonly messageTab = this.page.getByRole('tab', { name: 'Message', exact: true })
  readonly sourceTab = this.page.getByRole('tab', { name: 'Source' })
  readonly request = this.page.getByRole('link', { name: /^Request \d+$/ })
  readonly close = this.page.getByRole('button', { name: 'Close the message' })

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name })
  }

  attachment(name: RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  copyCode(code: string): Locator {
    return this.codes.getByRole('button', { name: `Copy code ${code}` })
  }

  copyLink(name: string): Locator {
    return this.links.getByRole('button', { name: `Copy link ${name}`, exact: true })
  }

  openLink(address: string): Locator {
    return this.links.getByRole('button', { name: `Open the link ${address} in the browser…` })
  }

  /** Opens the list of links, which is collapsed if it is long. */
  linkCount(count: number): Locator {
    return this.page.locator('summary', { hasText: new RegExp(`^${count} links$`) })
  }

  /** The title of the open message. */
  subject(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true })
  }
}
