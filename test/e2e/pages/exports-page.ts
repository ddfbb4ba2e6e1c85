import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Locator } from '@playwright/test'
import { PageModel } from './base/page-model.ts'
import { chooseFolder, downloaded } from './base/system-dialogs.ts'

/** The exports of an account, the form of a new one, and the menus of other views that open it. */
export class ExportsPage extends PageModel {
  readonly title = this.page.getByRole('heading', { name: 'Exports', level: 1 })
  readonly none = this.page.getByRole('heading', { name: 'No exports yet' })
  readonly new = this.page.getByRole('button', { name: 'New export' })
  readonly entries = this.page.getByRole('grid', { name: 'Exports' }).locator('[data-row]')
  readonly details = this.page.getByRole('region', { name: 'Export' })
  readonly closeDetails = this.details.getByRole('button', { name: 'Close export' })
  readonly undo = this.page.getByRole('button', { name: 'Undo' })

  readonly form = this.page.getByRole('main')
  readonly search = this.form.getByRole('combobox', { name: 'Search messages' })
  readonly estimate = this.form.getByRole('status').filter({ hasText: /message|Estimating/ })
  readonly columns = this.form.getByRole('list', { name: 'File columns' }).getByRole('listitem')
  readonly addColumn = this.form.getByRole('combobox', { name: 'Add a column' })
  readonly resetColumns = this.form.getByRole('button', { name: 'Reset' })
  readonly separator = this.form.getByRole('combobox', { name: 'Separator', exact: true })
  readonly byteOrderMark = this.form.getByRole('checkbox', { name: 'Mark the file as UTF-8' })
  readonly gzip = this.form.getByRole('checkbox', { name: 'Compress with gzip' })
  readonly folder = this.form.getByRole('button', { name: 'Choose folder…' })
  readonly name = this.form.getByRole('textbox', { name: 'File name' })
  readonly problem = this.form.getByText('Enter a name for the file.')
  readonly start = this.form.getByRole('button', { name: 'Export', exact: true })

  /** The export menu in other views. */
  readonly menu = this.page.getByRole('button', { name: 'Export', exact: true })
  readonly allMatches = this.page.getByRole('menuitem', { name: /^All matches/ })
  readonly selectedRows = this.page.getByRole('menuitem', { name: /^Selected rows/ })

  /** The folder into which the host writes files itself, which a browser host cannot. */
  #chosen: string | null = null

  /** Chooses the folder if the form asks for one. Later exports go into it, too. */
  async chooseFolder(): Promise<void> {
    this.#chosen = await chooseFolder(this.page, () => this.folder.click())
    if (this.#chosen !== null) await this.form.getByText(basename(this.#chosen)).waitFor()
  }

  /** The file of a finished export: in the chosen folder, or saved from the list. */
  async fileOf(name: string): Promise<{ name: string; bytes: Buffer }> {
    if (this.#chosen !== null) return { name, bytes: await readFile(join(this.#chosen, name)) }
    return downloaded(this.page, () => this.save(name).click())
  }

  source(name: string): Locator {
    return this.form.getByRole('radio', { name })
  }

  format(name: string): Locator {
    return this.form.getByRole('radio', { name })
  }

  insert(variable: string): Locator {
    return this.form.getByRole('button', { name: `Insert ${variable}` })
  }

  moveUp(column: string): Locator {
    return this.form.getByRole('button', { name: `Move up: ${column}` })
  }

  removeColumn(column: string): Locator {
    return this.form.getByRole('button', { name: `Remove column: ${column}` })
  }

  entry(name: string | RegExp): Locator {
    return this.entries.filter({ hasText: name })
  }

  /** The handle by which a column is dragged. */
  dragHandle(column: string): Locator {
    const moveUp = this.page.getByRole('button', { name: `Move up: ${column}` })
    return this.columns.filter({ has: moveUp }).getByTitle('Drag to move')
  }

  pause(name: string): Locator {
    return this.page.getByRole('button', { name: `Pause ${name}` })
  }

  resume(name: string): Locator {
    return this.page.getByRole('button', { name: `Resume ${name}` })
  }

  cancel(name: string): Locator {
    return this.page.getByRole('button', { name: `Cancel ${name}` })
  }

  tryAgain(name: string): Locator {
    return this.page.getByRole('button', { name: `Try again ${name}` })
  }

  save(name: string | RegExp): Locator {
    return this.entry(name).getByRole('button', { name: /^Save…/ })
  }

  /** Opens the details of the newest entry with this name. */
  async open(name: string | RegExp): Promise<void> {
    await this.entry(name).first().click()
  }

  /** Chooses an action in the menu of the newest entry with this name. */
  async choose(name: string | RegExp, action: string): Promise<void> {
    await this.entry(name).first().click({ button: 'right' })
    await this.page.getByRole('menuitem', { name: action }).click()
  }
}
