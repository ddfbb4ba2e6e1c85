import { PageModel } from '../base/page-model.ts'

export class FaultsPanel extends PageModel {
  readonly status = this.page.getByRole('switch', { name: 'Respond with a status' })
  readonly malformedJson = this.page.getByRole('switch', { name: 'Malformed JSON' })
  readonly brokenBody = this.page.getByRole('switch', { name: 'Drop the connection in the middle of the body' })
  readonly silence = this.page.getByRole('switch', { name: 'Never respond' })
  readonly switchedOn = this.page.getByRole('switch', { checked: true })
  readonly switchAllOff = this.page.getByRole('button', { name: 'Turn off all' })

  /** Every fault of this kind has such a field. */
  readonly statusValue = this.page.getByRole('spinbutton', { name: 'Status', exact: true })
  readonly paths = this.page.getByRole('textbox', { name: 'Paths' })

  /** Waits until a change is in effect, which is a moment after it is shown. */
  async inForce(): Promise<void> {
    await this.page.getByRole('list', { name: 'Faults' }).and(this.page.locator('[aria-busy=false]')).waitFor()
  }
}
