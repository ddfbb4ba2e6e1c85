import type { Locator } from '@playwright/test'
import { dropFile } from '../base/drop-file.ts'
import { PageModel } from '../base/page-model.ts'

export class SnapshotsPanel extends PageModel {
  readonly empty = this.page.getByRole('heading', { name: 'No snapshots yet' })
  readonly grid = this.page.getByRole('grid', { name: 'Snapshots' })
  readonly save = this.page.getByRole('button', { name: 'Save snapshot…' })
  readonly name = this.page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  readonly confirmSave = this.page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
  readonly question = this.page.getByRole('alertdialog')
  readonly confirmReplacement = this.question.getByRole('button', { name: 'Replace' })
  readonly confirmRestore = this.question.getByRole('button', { name: 'Restore' })
  readonly confirmRemoval = this.question.getByRole('button', { name: 'Remove' })

  readonly compare = this.page.getByRole('button', { name: 'Compare' })
  readonly restore = this.page.getByRole('button', { name: 'Restore…' })
  readonly export = this.page.getByRole('button', { name: 'Export…' })
  readonly import = this.page.getByRole('button', { name: 'Import…' })
  readonly remove = this.page.getByRole('button', { name: 'Remove…' })
  readonly nothingChanged = this.page.getByText('Nothing has changed.')
  readonly changedMessages = this.page.getByRole('list', { name: 'Changed messages' }).getByRole('listitem')
  readonly changedEntries = this.page.getByRole('list', { name: 'Changed entries' }).getByRole('listitem')

  row(name: string): Locator {
    return this.grid.getByRole('row', { name })
  }

  /** The details of a snapshot, next to the table. */
  detail(name: string): Locator {
    return this.page.getByRole('region', { name: `Snapshot ${name}` })
  }

  async drop(name: string, content: Buffer): Promise<void> {
    await dropFile(this.page.locator('main .area'), name, content)
  }

  async saveAs(name: string): Promise<void> {
    await this.save.click()
    await this.name.fill(name)
    await this.confirmSave.click()
  }
}
