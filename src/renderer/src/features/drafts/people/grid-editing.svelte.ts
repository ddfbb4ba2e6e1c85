import { tick } from 'svelte'
import type { DraftPart } from '#shared/contract/base/draft.ts'
import { cellOf } from '#shared/domain/drafts/people/edit-people.ts'
import { isSameColumn, type GridColumn } from '#shared/domain/drafts/people/grid-columns.ts'
import { rowNow, type SeenPerson } from '#shared/domain/drafts/people/row-now.ts'
import { matchesShortcut, typesCharacter } from '../../../lib/ui/keys/shortcut.ts'
import { cellAfterKey, cellAfterTab, type GridPosition } from './table/grid-moves.ts'
import type { PeopleTable } from './table/people-table.svelte.ts'

type Way = 'down' | 'right' | 'left' | 'stay' | 'away'

type Edited = {
  readonly cell: GridPosition
  readonly text: string
  readonly column: GridColumn
  /** The recipient in the row; null in the empty row at the end. */
  readonly seen: SeenPerson | null
}

type Needs = {
  readonly table: PeopleTable
  /** Files for individual recipients. The table has a column for them only if there are any. */
  readonly files: () => readonly DraftPart[]
  readonly page: () => number
  readonly focus: () => void
  readonly openFiles: (rows: readonly number[]) => void
  readonly openColumnMenu: () => void
  /** Called with typed text that could not be saved, because another window removed its recipient or column. */
  readonly lost: (text: string) => void
}

/** Key handling in the recipient table, and the cell being edited. */
export class GridEditing {
  edited = $state.raw<Edited>()
  readonly table: PeopleTable
  /** Includes the empty row in which a new recipient is entered. */
  readonly rowCount = $derived.by(() => this.table.shownCount + 1)
  readonly columnCount = $derived.by(() => this.table.columns.length + (this.#needs.files().length > 0 ? 1 : 0))
  readonly #needs: Needs
  /** Set by Escape, after which Tab leaves the table instead of moving to the next cell. */
  #leaves = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.table = needs.table
  }

  isFiles(column: number): boolean {
    return column >= this.table.columns.length
  }

  /** Returns the text of a cell; null for a missing value. */
  textOf(position: number, column: number): string | null {
    const person = this.table.personAt(position)
    if (!person) return null
    if (!this.isFiles(column)) return cellOf(person, this.table.columns[column]!)
    const files = this.#needs.files()
    return person.parts.map((part) => files.find(({ id }) => id === part)?.name ?? 'Removed file').join(', ')
  }

  /**
   * Starts editing a cell, with its current text or with the typed character instead. In the files column, opens the
   * files dialog.
   */
  edit(cell: GridPosition, typed?: string): void {
    this.table.move(cell)
    if (this.isFiles(cell.column)) this.#openFiles()
    else {
      const person = this.table.personAt(cell.row)
      this.edited = {
        cell,
        text: typed ?? this.textOf(cell.row, cell.column) ?? '',
        column: this.table.columns[cell.column]!,
        seen: person ? { person, row: this.table.rowAt(cell.row) } : null,
      }
    }
  }

  #openFiles(): void {
    const rows = this.table.selectedRows()
    if (rows.length > 0) this.#needs.openFiles(rows)
  }

  /** `text` is null if the user cancelled the edit. */
  async close(text: string | null, to: Way): Promise<void> {
    if (!this.edited) return
    const { cell } = this.edited
    if (text !== null) this.#write(this.edited, text)
    this.edited = undefined
    if (to === 'away') return
    const size = { rows: this.rowCount, columns: this.columnCount }
    if (to === 'down') this.table.move({ row: Math.min(size.rows - 1, cell.row + 1), column: cell.column })
    else if (to !== 'stay') this.table.move(cellAfterTab(cell, to === 'left', size) ?? cell)
    await tick()
    this.#needs.focus()
  }

  /** Rows and columns may have moved since the edit began, because another window can change the same draft. */
  #write({ cell, column, seen }: Edited, text: string): void {
    const { people, columns } = this.table
    const row = seen ? rowNow(people.rows, seen) : people.rows.length
    const now = [columns[cell.column], ...columns].find((each) => each && isSameColumn(each, column))
    if (row < 0 || !now) this.#needs.lost(text)
    else this.table.write(row, now, text)
  }

  left(): void {
    this.#leaves = false
  }

  /** Returns whether the key was handled. */
  press(event: KeyboardEvent): boolean {
    if (event.key === 'Tab') return this.#tab(event.shiftKey)
    // A second Escape closes the panel or dialog that contains the table.
    if (event.key === 'Escape' && this.#leaves) return false
    if (event.key !== 'Shift') this.#leaves = event.key === 'Escape'
    return this.#move(event) || this.#change(event)
  }

  #tab(isBack: boolean): boolean {
    const size = { rows: this.rowCount, columns: this.columnCount }
    const next = this.#leaves ? undefined : cellAfterTab(this.table.active, isBack, size)
    if (next) this.table.move(next)
    return next !== undefined
  }

  #move(event: KeyboardEvent): boolean {
    const { table } = this
    if (event.altKey) {
      if (event.key !== 'ArrowDown') return false
      this.#needs.openColumnMenu()
      return true
    }
    const size = { rows: this.rowCount, columns: this.columnCount, page: this.#needs.page() }
    const next = cellAfterKey(table.active, event, size)
    if (next) table.move(next, event.shiftKey)
    else if (event.key === 'Escape') table.move(table.active)
    else if (event.key === 'F4') table.toNextHole()
    else if (matchesShortcut(event, 'Mod+A')) table.selectAll()
    else return false
    return true
  }

  #change(event: KeyboardEvent): boolean {
    const { table } = this
    const { key } = event
    if (key === 'Enter' || key === 'F2') this.edit(table.active)
    else if (matchesShortcut(event, 'Shift+Delete')) table.removeRows()
    else if (key === 'Delete' || key === 'Backspace') table.clear()
    else if (matchesShortcut(event, 'Mod+Z')) table.undo()
    else if (matchesShortcut(event, 'Mod+Shift+Z') || matchesShortcut(event, 'Mod+Y')) table.redo()
    else if (typesCharacter(event)) this.edit(table.active, key)
    else return false
    return true
  }
}
