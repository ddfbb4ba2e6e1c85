import { rowsPerBatch } from './sheet-book.ts'
import type { SheetBatch, SheetCell } from './sheet-book.ts'
import type { TextPool } from './text-pool.ts'
import { UnreadableFile } from '../base/unreadable-file.ts'

/** After this many blank rows, the sheet is considered finished: formatting entire columns creates a million of them. */
const mostBlankRows = 10_000
/** The same limit in cells, which wide rows reach first. */
const mostBlankCells = 4_000_000
/** A batch ends early once it has this many characters. */
const heavyBatch = 1024 * 1024
/**
 * The maximum number of characters in a row. A cell of a few bytes may refer to a long text, and a row may contain
 * thousands of cells.
 */
const longestRow = 4 * 1024 * 1024
const widestFill = 256

type SharedCell = { cells: SheetCell[]; column: number; text: number }

/** Builds a sheet’s rows cell by cell. Blank rows are skipped, and shared texts are loaded for many rows at a time. */
export class SheetRows {
  readonly #pool: TextPool
  #rows: SheetCell[][] = []
  #numbers: number[] = []
  #shared: SharedCell[] = []
  /** Rows that contain only shared texts. They are blank if all of the texts turn out to be empty. */
  readonly #undecided = new Set<SheetCell[]>()
  #weight = 0
  #blankRows = 0
  #blankCells = 0
  #cells: SheetCell[] = []
  #number = 0
  #hasContent = false

  constructor(pool: TextPool) {
    this.#pool = pool
  }

  get isFull(): boolean {
    return this.#rows.length >= rowsPerBatch || this.#weight > heavyBatch
  }

  /** Whether only blank rows are expected from this point on. */
  get isOver(): boolean {
    return this.#blankRows > mostBlankRows || this.#blankCells > mostBlankCells
  }

  /** The column of a cell that does not specify one. */
  get nextColumn(): number {
    return this.#cells.length
  }

  begin(number: number): void {
    this.end()
    this.#number = number
  }

  /**
   * If there is a wide gap before the cell, the array stays sparse, so that a row takes only as much memory as its
   * cells.
   */
  set(column: number, value: SheetCell): void {
    const cells = this.#cells
    const isBlank = value === null || value === ''
    if (column - cells.length > widestFill) {
      if (isBlank) return
    } else while (cells.length < column) cells.push(null)
    cells[column] = value
    if (isBlank) return
    this.#hasContent = true
    if (typeof value === 'string') this.#weight += value.length
  }

  /** The text is loaded when the row is taken. */
  setShared(column: number, text: number): void {
    this.set(column, null)
    this.#shared.push({ cells: this.#cells, column, text })
  }

  end(): void {
    const cells = this.#cells
    const isKept = this.#hasContent || this.#shared.at(-1)?.cells === cells
    if (isKept) {
      this.#rows.push(cells)
      this.#numbers.push(this.#number)
      if (this.#hasContent) this.#endBlank()
      else this.#undecided.add(cells)
    } else if (this.#number > 0) this.#addBlank(cells)
    // A kept row is empty until its shared texts are loaded, if they come after a wide gap.
    if (isKept || cells.length > 0) this.#cells = []
    this.#hasContent = false
    this.#number = 0
  }

  /** Yields the finished rows in batches. A batch is filled only after the previous one was taken. */
  async *take(): AsyncGenerator<SheetBatch> {
    const [rows, numbers, shared] = [this.#rows, this.#numbers, this.#shared]
    this.#rows = []
    this.#numbers = []
    this.#weight = 0
    let batch: SheetBatch = { rows: [], numbers: [] }
    let weight = 0
    let next = 0
    for (const [index, cells] of rows.entries()) {
      let last = next
      while (shared[last]?.cells === cells) last += 1
      weight += await this.#fill(cells, shared, next, last)
      next = last
      if (this.#undecided.delete(cells)) {
        this.#addBlank(cells)
        continue
      }
      batch.rows.push(cells)
      batch.numbers.push(numbers[index]!)
      if (weight <= heavyBatch) continue
      yield batch
      batch = { rows: [], numbers: [] }
      weight = 0
    }
    this.#shared = shared.slice(next)
    if (batch.rows.length > 0) yield batch
  }

  #addBlank(cells: readonly SheetCell[]): void {
    this.#blankRows += 1
    this.#blankCells += cells.length
  }

  #endBlank(): void {
    this.#blankRows = 0
    this.#blankCells = 0
  }

  /** Returns the number of characters added to the row. */
  async #fill(cells: SheetCell[], shared: readonly SharedCell[], from: number, to: number): Promise<number> {
    let weight = 0
    for (let at = from; at < to; at += 1) {
      const { column, text: number } = shared[at]!
      const text = this.#pool.get(number) ?? (await this.#pool.load(number))
      if (column < cells.length || text !== '') cells[column] = text
      if (text === '') continue
      weight += text.length
      if (weight > longestRow) throw new UnreadableFile('The file has a row that is too long. Shorten its text.')
      if (this.#undecided.delete(cells)) this.#endBlank()
    }
    return weight
  }
}
