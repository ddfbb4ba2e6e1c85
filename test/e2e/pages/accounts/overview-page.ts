import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The overview of an account: what was sent and what failed since yesterday, and calls with an unknown outcome. */
export class OverviewPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Overview', level: 1 })
  readonly figures = this.page.getByRole('list', { name: 'Messages sent since yesterday' })
  readonly newestFailures = this.page.getByRole('list', { name: 'Latest failures' }).getByRole('listitem')
  readonly newDomains = this.page.getByRole('heading', { name: 'Newly failing domains' })
  readonly freshness = this.page.getByText(/^(Up to date · |Last synced )/)
  /** The note that says which messages the figures lack. */
  readonly missing = this.page.getByText(/messages are missing|haven’t been synced yet, so/)
  readonly facts = this.page.getByText('Connection, permissions and calls')
  readonly edit = this.page.getByRole('button', { name: 'Edit', exact: true })
  readonly checkConnection = this.page.getByRole('button', { name: 'Check connection' })
  readonly sendTest = this.page.getByRole('button', { name: 'Send a test message' })
  readonly connected = this.page.getByText('Connected', { exact: true }).first()
  readonly notStored = this.page.getByText('History off').first()
  readonly keyMissing = this.page.getByText('Key missing').first()

  readonly sandboxIsSilent = this.page.getByRole('alert').filter({ hasText: 'The sandbox isn’t responding' })
  readonly startSandbox = this.sandboxIsSilent.getByRole('button', { name: 'Start the sandbox' })

  readonly outcomeUnknown = this.page.getByText(/has an unknown outcome/)
  /** The unknown outcome of a send, with its buttons. */
  readonly sendOutcome = this.page.getByRole('group', { name: /^Send from hello@shop.example to 1 recipient/ })
  readonly checkOutcome = this.sendOutcome.getByRole('button', { name: 'Check' })
  readonly dismissOutcome = this.sendOutcome.getByRole('button', { name: 'Dismiss' })
  readonly showInOutbox = this.sendOutcome.getByRole('button', { name: 'Show in outbox' })

  /** A figure since yesterday, which links to its messages. */
  figure(label: string): Locator {
    return this.figures.getByRole('link', { name: new RegExp(`${label} of the messages sent since yesterday`) })
  }

  linkOf(line: Locator): Locator {
    return line.getByRole('link')
  }

  /** A line in the log of calls. */
  call(name: RegExp): Locator {
    return this.page.getByRole('row', { name })
  }
}
