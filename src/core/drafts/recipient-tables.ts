import { AppError } from '#shared/contract/base/error.ts'
import { mostColumns, mostPeople } from '#shared/contract/base/draft-limits.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Ports } from '../base/ports.ts'
import type { FileTokens } from '../files/index.ts'
import { ReadingThread, type TablePart } from '../imports/index.ts'

type Rows = TablePart['rows']
type Opened = CommandOutput<'drafts.openTable'>

const sampleRows = 20
const mostProblems = 1000
/** Longer cells are truncated, because a cell only fills a placeholder in a message. */
const longestCell = 20_000

/** A table being read forwards, while the page requests one range of rows after another. */
type Reading = { thread: ReadingThread; rest: Rows; at: number; isFirst: boolean }

/** Files containing recipients. Like every external file, each is read in a separate thread. */
export class RecipientTables {
  readonly #ports: Ports
  readonly #files: FileTokens
  readonly #readings = new Map<string, Reading>()

  constructor(ports: Ports, files: FileTokens) {
    this.#ports = ports
    this.#files = files
  }

  /** Reads the entire table once, to report its contents and any problems. */
  async inspect(token: string, signal: AbortSignal): Promise<Opened> {
    using file = this.#files.hold(token)
    await using thread = await this.#open(file, signal)
    const table: Opened = { columns: [], rows: 0, sample: [], problems: [] }
    let isFirst = true
    for (let part = await thread.nextRows(); part !== null; part = await thread.nextRows()) {
      table.problems.push(...part.problems.slice(0, mostProblems - table.problems.length))
      for (const { line, cells } of isFirst ? fromFirst(part.rows) : part.rows) {
        if (cells.length > mostColumns) throw tooWide(line, cells.length)
        if (isFirst && isHeading(cells)) table.columns = cells.map((cell) => cell.trim())
        else table.rows++
        isFirst = false
        if (table.sample.length < sampleRows && table.rows > table.sample.length) table.sample.push(cells.map(cut))
      }
      if (table.rows > mostPeople) throw tooLong()
    }
    if (isFirst) throw new AppError('not-a-table', 'The file has no rows. Choose another file.')
    return table
  }

  /** Rows in order. If a range does not follow the previous one, the file is read again from its start. */
  async rows(token: string, { from, count }: { from: number; count: number }): Promise<Rows> {
    let reading = this.#readings.get(token)
    if (!reading || reading.at !== from) reading = await this.#start(token)
    const found: Rows = []
    try {
      while (found.length < count) {
        if (reading.rest.length === 0 && !(await this.#more(reading))) break
        const next = reading.rest.splice(0, reading.at < from ? from - reading.at : count - found.length)
        if (reading.at >= from) found.push(...next)
        reading.at += next.length
      }
    } catch (error) {
      await this.#end(token)
      throw error
    }
    if (found.length < count) await this.#end(token)
    return found
  }

  async close(): Promise<void> {
    for (const token of [...this.#readings.keys()]) await this.#end(token)
  }

  async #more(reading: Reading): Promise<boolean> {
    const part = await reading.thread.nextRows()
    if (part === null) return false
    const own = reading.isFirst ? fromFirst(part.rows) : part.rows
    const rows = own.map(({ line, cells }) => ({ line, cells: cells.map(cut) }))
    if (reading.isFirst && rows.length > 0) {
      reading.isFirst = false
      if (isHeading(rows[0]!.cells)) rows.shift()
    }
    reading.rest = rows
    return true
  }

  async #start(token: string): Promise<Reading> {
    await this.#end(token)
    const thread = await this.#open(this.#files.find(token), this.#files.released(token))
    const reading = { thread, rest: [], at: 0, isFirst: true }
    this.#readings.set(token, reading)
    this.#files.released(token).addEventListener('abort', () => void this.#end(token), { once: true })
    return reading
  }

  async #end(token: string): Promise<void> {
    const reading = this.#readings.get(token)
    this.#readings.delete(token)
    await reading?.thread[Symbol.asyncDispose]()
  }

  #open({ path, size }: { path: string; size: number }, signal: AbortSignal): Promise<ReadingThread> {
    const { worker, data } = this.#ports.paths
    return ReadingThread.open({ code: worker('import'), dataFolder: data, path, size, signal })
  }
}

/** Drops the empty rows with which sheets often begin. */
function fromFirst(rows: Rows): Rows {
  const first = rows.findIndex(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return first < 0 ? [] : rows.slice(first)
}

/**
 * Whether the first row is a heading. A row containing an address is already a recipient, even if the address has a typo:
 * as a heading, it would get no message and no error.
 */
function isHeading(cells: readonly string[]): boolean {
  return !cells.some((cell) => /\S@\S/.test(cell))
}

function cut(cell: string): string {
  return cell.slice(0, longestCell)
}

function tooWide(line: number, columns: number): AppError {
  const sentence = `Line ${line} has ${columns} columns, but a recipient table can have at most ${mostColumns}.`
  return new AppError('table-too-wide', `${sentence} Remove the columns that the message doesn’t need.`)
}

function tooLong(): AppError {
  const most = mostPeople.toLocaleString('en')
  return new AppError('table-too-long', `The file has more than ${most} rows. Split the file, and send it in parts.`)
}
