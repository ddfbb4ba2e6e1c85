import { PageModel } from '../base/page-model.ts'

/** The form for the key of an account without one. */
export class AccountKey extends PageModel {
  readonly open = this.page.getByRole('button', { name: 'Enter the key…' })
  readonly dialog = this.page.getByRole('dialog', { name: /^Enter the key for / })
  readonly enterKey = this.dialog.getByLabel('Key', { exact: true })
  readonly keySaved = this.page.getByRole('status').filter({ hasText: /^The key for .* was saved\./ })
}
