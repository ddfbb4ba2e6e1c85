export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly line: number

  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}.`)
    this.line = line
  }
}

export interface CsvParseOptions {
  /** Default: comma. `detect` chooses among comma, semicolon and tab by the first line. */
  delimiter?: ',' | ';' | '\t' | 'detect'
  /** When given, a row with another number of cells is an error. */
  columns?: number
  /**
   * Called for a row that cannot be read, which is then left out; without it the first such row ends the reading. A quote
   * that does not fit may span many lines: the reading goes on at the next of them, so that it takes no sound row along.
   */
  onBadRow?: (error: CsvError) => void
  /** In characters. A quote that is never closed would otherwise take the rest of the file into memory. */
  maxRowLength?: number
}

const defaultMaxRowLength = 4 * 1024 * 1024
const lineFeed = 10
const carriageReturn = 13

/** Rows out of pieces of text that may end anywhere: holds the unfinished row, never more. */
export class CsvParser {
  /** For each row of the last answer: the line at which it begins. */
  lines: number[] = []
  /** Line at which the unfinished row begins. */
  private line = 1
  private rest = ''
  /** An unfinished row is not tried again before it has doubled: a long one would cost the square of its length. */
  private retryAt = 0
  private delimiter: number | null
  private readonly options: CsvParseOptions

  constructor(options: CsvParseOptions) {
    this.options = options
    this.delimiter = options.delimiter === 'detect' ? null : (options.delimiter ?? ',').charCodeAt(0)
  }

  push(text: string): string[][] {
    this.lines = []
    this.rest += text
    return this.rest.length >= this.retryAt ? this.parse(false) : []
  }

  end(text: string): string[][] {
    this.lines = []
    this.rest += text
    return this.parse(true)
  }

  /** As a sign of ASCII, where a row begins with what is pushed next; null where one has begun, or it is not known yet. */
  get delimiterOfNextRow(): number | null {
    return this.rest === '' ? this.delimiter : null
  }

  /** An error for a spot that lies `text` behind what was pushed. */
  errorAfter(text: string, problem: string): CsvError {
    return new CsvError(this.line + countLineBreaks(this.rest + text), problem)
  }

  private parse(last: boolean): string[][] {
    const text = this.rest
    const rows: string[][] = []
    if (this.delimiter === null) {
      const lineEnd = text.search(/[\r\n]/)
      if (lineEnd === -1 && !last) return rows
      this.delimiter = detectDelimiter(lineEnd === -1 ? text : text.slice(0, lineEnd))
    }
    const limit = this.options.maxRowLength ?? defaultMaxRowLength
    let start = 0
    while (start < text.length) {
      let end = this.readRow(text, start, this.delimiter, last, rows)
      if (end === -1) {
        if (text.length - start <= limit) break
        const problem = `the row is longer than ${limit} characters, a closing quote may be missing`
        end = this.fail(problem, nextLine(text, start), 1)
      }
      start = end
    }
    this.rest = text.slice(start)
    this.retryAt = start === 0 ? Math.min(text.length * 2, limit + 1) : 0
    return rows
  }

  /** Reads one row and tells where the next one begins; -1 when its end is not there yet. */
  private readRow(text: string, start: number, delimiter: number, last: boolean, rows: string[][]): number {
    const cells: string[] = []
    let problem = ''
    let lineBreaks = 0
    let at = start
    for (;;) {
      let cell: string
      let end: number
      if (text.charCodeAt(at) === 34) {
        const close = closingQuote(text, at + 1)
        // A quote that is the last character may be the first half of a doubled one.
        if (!last && (close === -1 || close === text.length - 1)) return -1
        if (close === -1) return this.fail('the quote is never closed', nextLine(text, start), 1)
        cell = text.slice(at + 1, close)
        lineBreaks += countLineBreaks(cell)
        if (cell.includes('"')) cell = cell.replaceAll('""', '"')
        end = cellEnd(text, close + 1, delimiter)
        if (end > close + 1) problem = 'text after a closing quote'
      } else {
        end = cellEnd(text, at, delimiter)
        cell = text.slice(at, end)
      }
      if (end === text.length && !last) return -1
      cells.push(cell)
      const stop = text.charCodeAt(end)
      if (stop === delimiter) {
        at = end + 1
        continue
      }
      // A CR at the end of a chunk may be half of a CRLF.
      if (stop === carriageReturn && end === text.length - 1 && !last) return -1
      const next = stop === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
      if (end === start) return this.skipLine(next)
      if (problem) return this.fail(problem, nextLine(text, start), 1)
      return this.finish(rows, cells, lineBreaks + 1, next)
    }
  }

  private skipLine(next: number): number {
    this.line += 1
    return next
  }

  private finish(rows: string[][], cells: string[], lines: number, next: number): number {
    const { columns } = this.options
    if (columns !== undefined && cells.length !== columns) {
      return this.fail(`${cells.length} cells where ${columns} are due`, next, lines)
    }
    rows.push(cells)
    this.lines.push(this.line)
    this.line += lines
    return next
  }

  private fail(problem: string, next: number, lines: number): number {
    const error = new CsvError(this.line, problem)
    if (!this.options.onBadRow) throw error
    this.options.onBadRow(error)
    this.line += lines
    return next
  }
}

/** Where the line after this spot begins. */
function nextLine(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lineFeed) return at + 1
    if (code === carriageReturn) return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1
  }
  return text.length
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text.charCodeAt(at + 1) === 34) at = text.indexOf('"', at + 2)
  return at
}

function cellEnd(text: string, from: number, delimiter: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === lineFeed || code === carriageReturn) break
    at += 1
  }
  return at
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** Comma, semicolon or tab, whichever the first line has most of. */
function detectDelimiter(line: string): number {
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  const best = counts.reduce((most, next) => (next.count > most.count ? next : most))
  return best.delimiter.charCodeAt(0)
}
