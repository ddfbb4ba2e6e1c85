import { descriptionOf } from './base/descriptions.ts'
import { PageModel } from './base/page-model.ts'

/** The form of a test message, and its result once the message is sent. */
export class ComposeDialog extends PageModel {
  readonly dialog = this.page.getByRole('dialog', { name: 'Send a test message' })
  readonly opener = this.page.getByRole('button', { name: 'Send a test message' }).first()
  readonly from = this.dialog.getByLabel('From')
  readonly to = this.dialog.getByLabel('To')
  readonly subject = this.dialog.getByLabel('Subject')
  readonly send = this.dialog.getByRole('button', { name: /^Send/ })
  readonly stopWaiting = this.dialog.getByRole('button', { name: 'Stop waiting' })
  readonly close = this.dialog.getByRole('button', { name: 'Close', exact: true }).last()

  readonly accepted = this.dialog.getByText('The service accepted the message.')
  readonly records = this.dialog.getByRole('list', { name: 'Records' })
  readonly mark = descriptionOf(this.dialog, 'Send ID')
  readonly showInOutbox = this.dialog.getByRole('button', { name: 'Show in outbox' })

  readonly outcomeUnknown = this.dialog.getByText(/has an unknown outcome/)
  readonly check = this.dialog.getByRole('button', { name: 'Check' })
  readonly wasSent = this.dialog.getByText(/^The message was sent\. /)
  readonly wasNotSent = this.dialog.getByText(/^The message was not sent/)
}
