import { PageModel } from '../base/page-model.ts'

/** The actions for a send that did not reach all recipients. */
export class Rests extends PageModel {
  readonly offer = this.page.getByRole('region', { name: 'Recipients who didn’t get the message' })
  readonly begin = this.offer.getByRole('button', { name: /^Send to the/ })
  readonly beginGroup = this.page.getByRole('button', { name: 'Send to these recipients…' })
  readonly dialog = this.page.getByRole('dialog', { name: 'Send to recipients who didn’t get the message?' })
  readonly confirm = this.dialog.getByRole('button', { name: /^Send to \d/ })
  readonly undoWindow = this.dialog.getByLabel('Time to undo')
  readonly first = this.page.getByRole('paragraph').filter({ hasText: 'This is the rest of an earlier send.' })
  readonly rest = this.page.getByRole('paragraph').filter({ hasText: 'The rest went to' })
  readonly again = this.page.getByRole('dialog', { name: /^Send to all/ })
  readonly writeAgain = this.again.getByRole('button', { name: 'Send to everyone again' })
}
