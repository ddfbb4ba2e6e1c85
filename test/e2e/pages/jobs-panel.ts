import { PageModel } from './base/page-model.ts'

export class JobsPanel extends PageModel {
  readonly drawer = this.page.getByRole('dialog', { name: 'Jobs' })
  readonly close = this.drawer.getByRole('button', { name: 'Close' })
  readonly importReport = this.drawer.getByRole('button', { name: 'Show report' })

  /** Opens or closes the panel. */
  async toggle(): Promise<void> {
    await this.page.keyboard.press('Control+j')
  }
}
