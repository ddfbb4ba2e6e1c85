import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The view of one account: its service, its calls, and the calls whose outcome is open. */
export class OverviewPage extends PageModel {
  readonly edit = this.page.getByRole('button', { name: 'Edit', exact: true })
  readonly checkConnection = this.page.getByRole('button', { name: 'Check connection' })
  readonly sendTest = this.page.getByRole('button', { name: 'Send a test message' })
  readonly serviceAnswers = this.page.getByText('The service answers')
  readonly notStored = this.page.getByText('Not stored').first()
  readonly keyMissing = this.page.getByText('Key missing').first()

  readonly sandboxIsSilent = this.page.getByRole('alert').filter({ hasText: 'The sandbox isn’t responding' })
  readonly startSandbox = this.sandboxIsSilent.getByRole('button', { name: 'Start the sandbox' })

  readonly outcomeUnknown = this.page.getByText(/has an unknown outcome/)
  /** An outcome of a send, with the buttons that belong to it. */
  readonly sendOutcome = this.page.getByRole('group', { name: /^A send from hello@shop.example to 1 recipient/ })
  readonly checkOutcome = this.sendOutcome.getByRole('button', { name: 'Check' })
  readonly dismissOutcome = this.sendOutcome.getByRole('button', { name: 'Dismiss' })
  readonly showInOutbox = this.sendOutcome.getByRole('button', { name: 'Show in outbox' })

  title(account: string): Locator {
    return this.page.getByRole('heading', { name: account, level: 1 })
  }

  /** A line of the log of calls. */
  call(name: RegExp): Locator {
    return this.page.getByRole('row', { name })
  }
}
