import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The steps after writing: confirmation, undo, the result of a send, and its trials. */
export class Sending extends PageModel {
  readonly open = this.page.getByRole('button', { name: /^Send…/ })
  readonly more = this.page.getByRole('button', { name: 'Test, rehearse or save' })

  readonly dialog = this.page.getByRole('dialog', { name: 'Send this message?' })
  readonly confirm = this.dialog.getByRole('button', { name: /^(Send to|Schedule for) / })
  /** Shown instead of the Send button if there are no recipients. */
  readonly noRecipients = this.dialog.getByRole('button', { name: 'No recipients yet' })
  readonly addRecipients = this.dialog.getByRole('button', { name: 'Add recipients' })
  readonly isReadOnly = this.dialog.getByRole('button', { name: 'Account is read-only' })
  readonly editAccount = this.dialog.getByRole('button', { name: 'Edit account' })
  readonly cancel = this.dialog.getByRole('button', { name: 'Cancel' })
  readonly anyway = this.dialog.getByLabel(/^Send anyway/)
  readonly findings = this.dialog.getByRole('region', { name: 'Open findings' })
  readonly undoWindow = this.dialog.getByLabel('Time to undo')
  readonly later = this.dialog.getByText('Later…')
  readonly refusal = this.dialog.getByRole('alert')

  readonly undoBar = this.page.getByRole('group', { name: 'Sending message' })
  readonly undo = this.undoBar.getByRole('button', { name: 'Undo' })

  readonly sentTab = this.page.getByRole('tab', { name: 'Sent and scheduled' })
  readonly sent = this.page.getByRole('grid', { name: 'Sent messages' }).locator('[data-row]')
  readonly allSent = this.page.getByRole('button', { name: 'Sent', exact: true })
  readonly recipients = this.page.getByRole('grid', { name: 'Recipients' })
  readonly filters = this.page.getByRole('group', { name: 'Filter by state' }).getByRole('button')
  readonly written = this.page.frameLocator('iframe[title="The message as it was written"]')
  readonly unknown = this.page.getByRole('region', { name: 'Calls with an unknown outcome' })

  readonly testDialog = this.page.getByRole('dialog', { name: /^Send a test of/ })
  readonly testedAs = this.testDialog.getByLabel('Use values from')
  readonly templateDialog = this.page.getByRole('dialog', { name: 'Save as template' })
  readonly saveFiles = this.page.getByRole('button', { name: 'Save…' })

  readonly rehearsal = this.page.getByRole('dialog', { name: 'Rehearsal' })
  readonly rehearsedMails = this.rehearsal.getByRole('grid', { name: 'Rehearsed messages' })
  /** The button in the summary. */
  readonly refusedMails = this.rehearsal.getByRole('button', { name: /refused$/ })
  readonly onlyRefused = this.rehearsal.getByRole('button', { name: /^Refused/ })
  readonly rehearse = this.rehearsal.getByRole('button', { name: /^Rehearse with/ })

  readonly arrived = this.rehearsal.frameLocator('iframe[title="The message as its recipient sees it"]')

  /** A button of the displayed send, or of a send in the list. */
  action(name: string | RegExp, within?: Locator): Locator {
    // On the page, a part of a name would also match the buttons of rows.
    return (within ?? this.page).getByRole('button', { name, exact: !within && typeof name === 'string' })
  }

  async choose(item: RegExp): Promise<void> {
    await this.more.click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  /** Chooses an entry in the context menu of a send in the list. */
  async act(subject: string, item: RegExp): Promise<void> {
    await this.sent.filter({ hasText: subject }).click({ button: 'right' })
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  recipient(address: string): Locator {
    return this.recipients.getByRole('row').filter({ hasText: address })
  }

  async within(seconds: number): Promise<void> {
    await this.undoWindow.selectOption(String(seconds))
  }
}
