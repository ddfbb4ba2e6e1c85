import { PageModel } from './base/page-model.ts'

/** The controls for reading an account’s history: before the first sync, during a sync, and its options. */
export class SyncControls extends PageModel {
  readonly introduction = this.page.getByRole('heading', { name: 'Keep this account’s history' })
  readonly lastSevenDays = this.page.getByRole('radio', { name: 'The last 7 days' })
  readonly readHistory = this.page.getByRole('button', { name: 'Read history' })
  readonly estimate = this.page.getByText(/^\d[\d,]* messages: about/)

  readonly syncNow = this.page.getByRole('button', { name: 'Sync now' }).first()
  readonly failure = this.page.getByText(/^The last sync failed: /)
  readonly noMessages = this.page.getByText('No messages yet')
  readonly startSandbox = this.page.getByRole('button', { name: 'Start the sandbox' })

  readonly showFaults = this.page.getByRole('button', { name: 'Show faults' })

  readonly historyMenu = this.page.getByRole('button', { name: 'History', exact: true })
  readonly stopSync = this.page.getByRole('menuitem', { name: 'Stop sync' })
  readonly openOptions = this.page.getByRole('menuitem', { name: /Sync settings/ })
  readonly backUp = this.page.getByRole('menuitem', { name: 'Back up archive' })
  readonly importFile = this.page.getByRole('menuitem', { name: 'Import a file…' })
  readonly backUpNotice = this.page
    .getByRole('listitem')
    .filter({ hasText: /The backup is complete and was checked: / })
  readonly saveBackUp = this.backUpNotice.getByRole('button', { name: 'Save…' })

  readonly options = this.page.getByRole('dialog', { name: 'Sync settings' })
  readonly optionLastSevenDays = this.options.getByRole('radio', { name: 'The last 7 days' })
  readonly optionKeepFor = this.options.getByLabel('Keep messages')
  readonly optionHorizon = this.options.getByText(/^Complete from/)
  readonly saveOptions = this.options.getByRole('button', { name: 'Save', exact: true })
  readonly saveAndRemove = this.options.getByRole('button', { name: 'Save and remove messages' })
}
