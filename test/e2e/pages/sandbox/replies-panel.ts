import { PageModel } from '../base/page-model.ts'

/** The replies of the sandbox that tests use. */
export class RepliesPanel extends PageModel {
  readonly none = this.page.getByRole('heading', { name: 'No mail server for replies' })
  readonly grid = this.page.getByRole('grid', { name: 'Sandbox replies' })
  readonly bar = this.page.getByRole('toolbar', { name: 'Replies' })
  readonly rules = this.page.getByRole('button', { name: 'Rules…', exact: true })
  readonly mailServer = this.page.getByRole('button', { name: 'Mail server…', exact: true })
  readonly dialog = this.page.getByRole('dialog')
  readonly address = this.dialog.getByRole('textbox', { name: 'Host and port' })
  readonly save = this.dialog.getByRole('button', { name: 'Save', exact: true })
  readonly sendNone = this.dialog.getByRole('button', { name: 'Send no replies' })
  readonly saveRules = this.dialog.getByRole('button', { name: 'Save rules' })
  readonly addRule = this.dialog.getByRole('button', { name: 'Add rule' })
  readonly detail = this.page.getByRole('region', { name: /^Reply / })

  rule(number: number) {
    return this.dialog.getByRole('group', { name: `Rule ${number}` })
  }
}
