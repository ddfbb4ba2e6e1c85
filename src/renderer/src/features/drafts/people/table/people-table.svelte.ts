import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import {
  cellOf,
  withCells,
  withColumn,
  withColumnName,
  withHolesFilled,
  withoutColumn,
  withoutRows,
  withRows,
} from '#shared/domain/drafts/people/edit-people.ts'
import { namesToFill, withNamesFilled } from '#shared/domain/drafts/people/fill-names.ts'
import { findRows, type RowFilter } from '#shared/domain/drafts/people/find-rows.ts'
import type { GridColumn } from '#shared/domain/drafts/people/grid-columns.ts'
import { pasteBlock, type Paste } from '#shared/domain/drafts/people/paste-block.ts'
import { pasteableText, readPastedTable } from '#shared/domain/drafts/people/pasted-table.ts'
import { nextHole, repeatedRows, type NeededOf, type PeopleScan } from '#shared/domain/drafts/people/scan-people.ts'
import { movedRows, rowNow, type SeenPerson } from '#shared/domain/drafts/people/row-now.ts'
import { inSlices } from '../../../../lib/state/in-slices.ts'
import { type EditedDraft, historyOf, type PeopleHistory } from '../../../editor/index.ts'
import { cellAmong, rangeOfCells, type GridPosition, type CellRange } from './grid-moves.ts'
import { PeopleNeeds } from './people-needs.svelte.ts'

const noRows: ReadonlyMap<number, number> = new Map()
const start: GridPosition = { row: 0, column: 0 }

/**
 * The cell at which to paste, the recipient in its row (if there is one), and the number of rows when the user pasted.
 */
type PasteTarget = GridPosition & { readonly seen: SeenPerson | undefined; readonly rows: number }

/** The state of the recipient table on the screen. A table row is a position among the rows that match the filter. */
export class PeopleTable {
  readonly draft: EditedDraft
  /** The focused cell, and the opposite corner of the selection. */
  active = $state.raw<GridPosition>(start)
  anchor = $state.raw<GridPosition>(start)
  filter = $state.raw<RowFilter>('all')
  search = $state.raw('')
  /** The rows that match the filter; null shows all. */
  found = $state.raw<readonly number[] | null>(null)
  isPasting = $state.raw(false)
  readonly shownCount = $derived.by(() => this.found?.length ?? this.draft.people.rows.length)
  readonly selection = $derived(rangeOfCells(this.anchor, this.active))
  readonly needs: PeopleNeeds
  #findTurn = 0
  #lastPaste: Promise<unknown> = Promise.resolve()

  constructor(draft: EditedDraft) {
    this.draft = draft
    draft.variables.settle()
    this.needs = new PeopleNeeds(draft)
  }

  get columns(): readonly GridColumn[] {
    return this.needs.columns
  }

  /** Lists the values that a recipient needs. */
  get needed(): NeededOf {
    return this.needs.needed
  }

  /** The result of the last scan; undefined until the first scan has finished. */
  get scan(): PeopleScan | undefined {
    return this.needs.scan
  }

  get people(): DraftPeople {
    return this.draft.people
  }

  get #history(): PeopleHistory {
    return historyOf(this.draft)
  }

  /** Converts the position of a shown row to its index among all rows. The empty row at the end follows the last one. */
  rowAt(position: number): number {
    if (this.found === null) return position
    return this.found[position] ?? this.people.rows.length + position - this.found.length
  }

  personAt(position: number): Person | undefined {
    return this.people.rows[this.rowAt(position)]
  }

  move(cell: GridPosition, extend = false): void {
    this.active = cell
    if (!extend) this.anchor = cell
  }

  selectAll(): void {
    this.anchor = start
    this.active = { row: Math.max(0, this.shownCount - 1), column: this.columns.length - 1 }
  }

  /** Indices of the selected rows among all people. */
  selectedRows(): number[] {
    const { top, bottom } = this.selection
    return this.#rowsOf(top, bottom)
  }

  /** Scans all rows. Called by an effect whenever the people or the values that they need change. */
  async look(): Promise<void> {
    const scan = await this.needs.look()
    if (!scan) return
    const { scan: before, columns } = this
    this.needs.scan = scan
    this.needs.scanned.resolve()
    this.active = cellAmong(this.columns, this.active, columns)
    this.anchor = cellAmong(this.columns, this.anchor, columns)
    const isFirst = before?.flags.length !== scan.flags.length
    // The filter is not applied again unless the number of rows changes, so that a corrected row stays in the list.
    const isFiltered = this.filter !== 'all' || this.search !== ''
    if (isFirst && isFiltered) await this.find(this.filter, this.search)
  }

  async find(filter: RowFilter, search: string): Promise<void> {
    this.filter = filter
    this.search = search
    const turn = ++this.#findTurn
    const scan = this.scan ?? { flags: new Uint8Array(), firstOf: noRows }
    const { rows } = this.people
    const work = findRows(this.people, scan, { filter, text: search })
    const found = await inSlices(work, () => turn !== this.#findTurn)
    // If rows were added or removed during the search, the indices found are wrong. The next scan searches again.
    if (turn !== this.#findTurn || found === undefined || rows.length !== this.people.rows.length) return
    this.found = found
    this.#stay()
  }

  change(next: DraftPeople): void {
    const before = this.people
    if (next === before) return
    this.#history.add(before, next)
    this.#show(next)
  }

  undo(): boolean {
    return this.#return(this.#history.undo(this.people))
  }

  redo(): boolean {
    return this.#return(this.#history.redo(this.people))
  }

  #return(people: DraftPeople | null): boolean {
    if (people) this.#show(people)
    return people !== null
  }

  /** Keeps the filter on the same recipients, because the next key press may come before the next scan. */
  #show(people: DraftPeople): void {
    if (this.found) this.found = movedRows(this.found, this.people.rows, people.rows)
    this.draft.changePeople(people)
    this.#stay()
  }

  /** Writes a cell. `row` is an index among all recipients; the index after the last one adds a recipient. */
  write(row: number, column: GridColumn, text: string): void {
    const person = this.people.rows[row]
    if (text === ((person && cellOf(person, column)) ?? '')) return
    this.change(withCells(this.people, [{ row, column, text: text === '' ? null : text }]))
  }

  clear({ top, bottom, left, right }: CellRange = this.selection): void {
    const columns = this.columns.slice(left, right + 1)
    const rows = this.#rowsOf(top, bottom)
    this.change(
      withCells(
        this.people,
        rows.flatMap((row) => columns.map((column) => ({ row, column, text: null }))),
      ),
    )
  }

  copy({ top, bottom, left, right }: CellRange = this.selection): string {
    const columns = this.columns.slice(left, right + 1)
    const rows = this.#rowsOf(top, bottom).map((row) => this.people.rows[row]!)
    return pasteableText(rows.map((person) => columns.map((column) => cellOf(person, column) ?? '')))
  }

  /**
   * Pastes cells copied from a spreadsheet at the selection. Pastes run one after another, each on the result of the
   * previous one. Returns undefined if there were no cells, and null if the selected row is gone.
   */
  paste(text: string): Promise<Paste | null | undefined> {
    const { top, left } = this.selection
    const [row, person, rows] = [this.rowAt(top), this.personAt(top), this.people.rows.length]
    const paste = () => this.#paste(text, { seen: person && { person, row }, row, rows, column: left })
    const pasted = this.#lastPaste.then(paste, paste)
    this.#lastPaste = pasted
    return pasted
  }

  async #paste(text: string, { seen, rows, column, ...target }: PasteTarget): Promise<Paste | null | undefined> {
    this.isPasting = true
    try {
      const block = await inSlices(readPastedTable(text))
      if (block.length === 0) return undefined
      for (;;) {
        const before = this.people
        const found = seen ? rowNow(before.rows, seen) : before.rows.length
        // If a previous paste has replaced the recipient, the row at its position is used.
        const row = found < 0 && before.rows.length >= rows ? target.row : found
        if (row < 0) return null
        const now = { columns: this.columns, row, column, shown: this.found }
        const pasted = await inSlices(pasteBlock(before, block, now))
        if (this.people !== before) continue
        this.change(pasted.people)
        return pasted
      }
    } finally {
      this.isPasting = false
    }
  }

  insertRows(at: number, rows: readonly Person[]): void {
    this.change(withRows(this.people, at, rows))
  }

  removeRows({ top, bottom }: CellRange = this.selection): number {
    const removed = this.#rowsOf(top, bottom)
    if (removed.length > 0) this.change(withoutRows(this.people, removed))
    return removed.length
  }

  addColumn(name: string): void {
    this.change(withColumn(this.people, name))
  }

  renameColumn(index: number, name: string): void {
    this.change(withColumnName(this.people, index, name))
  }

  removeColumn(index: number): void {
    this.change(withoutColumn(this.people, index))
  }

  fillHoles(column: GridColumn, text: string): void {
    this.change(withHolesFilled(this.people, column, text))
  }

  /** Returns the number of values filled in. */
  fillNames(): number {
    const filled = namesToFill(this.people).length
    this.change(withNamesFilled(this.people))
    return filled
  }

  /** Removes rows with the same address as an earlier row. Returns the number of rows removed. */
  removeDuplicates(): number {
    const removed = repeatedRows(this.people)
    if (removed.length > 0) this.change(withoutRows(this.people, removed))
    return removed.length
  }

  toNextHole(): boolean {
    const from = { row: this.rowAt(this.active.row), column: this.active.column }
    const hole = nextHole(this.people, this, from)
    if (!hole) return false
    this.show(hole.row, hole.column)
    return true
  }

  /** Shows a recipient, even if the filter hides the row. */
  show(row: number, column = 0): void {
    const position = this.found === null ? row : this.found.indexOf(row)
    if (position < 0) {
      this.#findTurn++
      this.filter = 'all'
      this.search = ''
      this.found = null
    }
    this.move({ row: position < 0 ? row : position, column })
  }

  /** Indices of the people between two positions, without the empty row at the end. */
  #rowsOf(top: number, bottom: number): number[] {
    const rows: number[] = []
    for (let position = top; position <= bottom; position++) {
      const row = this.rowAt(position)
      if (row < this.people.rows.length) rows.push(row)
    }
    return rows
  }

  /** Keeps the selection within the table, which may have shrunk. */
  #stay(): void {
    const within = ({ row, column }: GridPosition): GridPosition => ({
      row: Math.min(row, this.shownCount),
      column: Math.min(column, this.columns.length - 1),
    })
    this.active = within(this.active)
    this.anchor = within(this.anchor)
  }
}
