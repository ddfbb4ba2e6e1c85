import type { Locator } from '@playwright/test'
import { dropFile } from './base/drop-file.ts'
import { chooseFiles } from './base/system-dialogs.ts'
import { PageModel } from './base/page-model.ts'

/** The steps from choosing a file to the report of its import. */
export class ImportDialog extends PageModel {
  /** Shown for an account without messages. */
  readonly offer = this.page.getByRole('button', { name: 'Import an exported file instead' })
  readonly dialog = this.page.getByRole('dialog')
  readonly chooseFile = this.page.getByRole('button', { name: /Choose a file, or drop it here/ })
  readonly start = this.page.getByRole('button', { name: 'Import', exact: true })
  readonly progress = this.dialog.getByRole('progressbar', { name: 'Importing' })
  readonly cancel = this.dialog.getByText('Cancel', { exact: true })
  readonly saveReport = this.page.getByRole('button', { name: 'Save report…' })
  readonly done = this.page.getByRole('button', { name: 'Done' })

  report(fileName: string): Locator {
    return this.page.getByRole('heading', { name: `Import report: ${fileName}` })
  }

  async choose(path: string): Promise<void> {
    await chooseFiles(this.page, () => this.chooseFile.click(), [path])
  }

  /** Drops a file on the view behind the dialog, as a file manager would. */
  async drop(name: string, content: string): Promise<void> {
    await dropFile(this.page.locator('main .area'), name, content)
  }
}
