import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { chooseFiles } from '../base/system-dialogs.ts'
import { PageModel } from '../base/page-model.ts'

/** The table of recipients beside a message, and the import of a file into it. */
export class PeoplePanel extends PageModel {
  readonly grid = this.page.getByRole('grid', { name: 'Recipients and their values' })
  readonly editor = this.grid.getByRole('textbox')
  readonly notes = this.page.getByRole('region', { name: 'Recipients and their values' }).getByRole('status')
  readonly search = this.page.getByRole('searchbox', { name: 'Search recipients' })
  readonly removeDuplicates = this.notes.getByRole('button', { name: 'Remove' })
  readonly fillNames = this.notes.getByRole('button', { name: 'Fill in {{name}} from the Name column' })
  readonly widen = this.page.getByRole('button', { name: 'Widen' })
  readonly narrow = this.page.getByRole('button', { name: 'Narrow' })
  readonly undo = this.page.getByRole('button', { name: 'Undo', exact: true }).first()

  /** The navigation between the rows of a finding. */
  readonly steps = this.page.getByRole('region', { name: 'Affected rows' })
  readonly nextStep = this.steps.getByRole('button', { name: 'Next affected row' })
  readonly allChecks = this.steps.getByRole('button', { name: 'All checks' })
  /** The active cell. */
  readonly active = this.grid.locator('.active')

  readonly importFile = this.page.getByRole('button', { name: 'Import…' })
  readonly chooseFile = this.page.getByRole('button', { name: /Drop a CSV, XLSX or XLS file/ })
  readonly startImport = this.page.getByRole('button', { name: 'Import', exact: true })
  readonly importDialog = this.page.getByRole('dialog')
  readonly importProblem = this.importDialog.getByRole('alert')
  readonly leftOut = this.importDialog.getByRole('region', { name: 'Lines and their problems' }).getByRole('listitem')
  readonly done = this.page.getByRole('button', { name: 'Done' })

  /** A cell by its ARIA indexes: row 1 and column 1 are the first recipient’s address. */
  cell(row: number, column: number): Locator {
    return this.grid.locator(`[aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`)
  }

  becomes(column: string): Locator {
    return this.page.getByRole('combobox', { name: `Column ${column} becomes` })
  }

  /** A role that a column can get, while its list is open. */
  choice(name: string): Locator {
    return this.page.getByRole('option', { name, exact: true })
  }

  async take(name: string, content: string | Buffer): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'mailroom-list-'))
    await writeFile(join(folder, name), content)
    await chooseFiles(this.page, () => this.chooseFile.click(), [join(folder, name)])
  }

  /** Pastes text in the format that a spreadsheet copies. */
  async paste(text: string): Promise<void> {
    await this.grid.evaluate((element, copied) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', copied)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }
}
