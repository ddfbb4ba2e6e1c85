import { csvSeparators, type CsvSeparator } from '#shared/contract/base/export-choices.ts'

export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly line: number

  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}.`)
    this.line = line
  }
}

/**
 * A row that cannot be read. It isn’t an `Error`, because a file may contain millions of such rows and each would get a
 * stack.
 */
export type CsvProblem = { readonly line: number; readonly problem: string }

export type CsvParseOptions = {
  /** Defaults to a comma. `detect` chooses a comma, semicolon or tab, based on the first line that isn’t blank. */
  delimiter?: CsvSeparator | 'detect'
  /** If given, a row with a different number of cells is an error. */
  columns?: number
  /**
   * Called for each unreadable row, which is then skipped. Without this function, the first such row ends the reading.
   * Reading continues at the next line, although a stray quote may span many lines, so that no good row is lost.
   */
  onBadRow?: (problem: CsvProblem) => void
  /**
   * The maximum length of a row in characters. Without a limit, an unclosed quote would pull the rest of the file into
   * memory.
   */
  maxRowLength?: number
}

const defaultMaxRowLength = 4 * 1024 * 1024
/**
 * The number of rows per batch, including bad and blank rows, because the caller needs a chance to do other work
 * between batches.
 */
const rowsPerBatch = 4096
/** The maximum number of columns in spreadsheets. */
const mostCells = 16_384
const lineFeed = 10
const carriageReturn = 13
/** A line such as `sep=;`, by which a file tells Excel its delimiter. It has quotes if a program wrote it as a cell. */
const separatorLine = /^("?)sep=([\t !#-~])\1$/i

/** Splits text into rows. The text may be split anywhere; only the unfinished row is kept. */
export class CsvParser {
  /** The line number at which each row of the last batch begins. */
  lines: number[] = []
  /** Whether the text already pushed contains more rows, to be fetched with `more`. */
  hasMore = false
  /** Whether the text ended without a line break. */
  endsOpen = false
  /** The line at which the unfinished row begins. */
  #line = 1
  #rest = ''
  /**
   * An unfinished row is not read again until it has doubled in length: otherwise, reading a long row would take quadratic
   * time.
   */
  #retryAt = 0
  /** Whether the rest of an unreadable line is being skipped. */
  #isSkipping = false
  #isLast = false
  #delimiter: number | null
  readonly #options: CsvParseOptions
  readonly #limit: number

  constructor(options: CsvParseOptions) {
    this.#options = options
    this.#limit = options.maxRowLength ?? defaultMaxRowLength
    this.#delimiter = options.delimiter === 'detect' ? null : (options.delimiter ?? ',').charCodeAt(0)
  }

  push(text: string): string[][] {
    this.#rest += text
    return this.#rest.length >= this.#retryAt ? this.more() : []
  }

  end(text: string): string[][] {
    this.#rest += text
    this.#isLast = true
    this.endsOpen = this.#rest === '' ? this.#isSkipping : !/[\r\n]$/.test(this.#rest)
    return this.more()
  }

  more(): string[][] {
    this.lines = []
    const text = this.#rest
    const rows: string[][] = []
    let start = 0
    let left = rowsPerBatch
    while (start < text.length && left > 0) {
      const end = this.#isSkipping ? this.#endOfSkipped(text, start) : this.#takeRow(text, start, rows)
      if (end === -1) break
      start = end
      left -= 1
    }
    this.#rest = text.slice(start)
    this.hasMore = left === 0
    this.#retryAt = start === 0 ? Math.min(text.length * 2, this.#limit + 1) : 0
    return rows
  }

  /** The delimiter’s ASCII code if the next push begins a row; null within a row or while the delimiter is unknown. */
  get delimiterOfNextRow(): number | null {
    return this.#rest === '' && !this.#isSkipping ? this.#delimiter : null
  }

  /** Creates an error for the position after all pushed text and `text`. */
  errorAfter(text: string, problem: string): CsvError {
    return new CsvError(this.#line + countLineBreaks(this.#rest + text), problem)
  }

  /** Reads one row and returns the start of the next row; -1 if the end of the row has not arrived yet. */
  #takeRow(text: string, start: number, rows: string[][]): number {
    const isKnown = this.#delimiter !== null
    const end = isKnown ? this.#readRow(text, start, rows) : this.#readFirstRow(text, start, rows)
    if (end !== -1 || text.length - start <= this.#limit) return end
    this.#isSkipping = true
    this.#report(
      `the row is longer than ${this.#limit.toLocaleString('en')} characters; a closing quote may be missing`,
    )
    return start
  }

  /** The first line with content determines the delimiter. Excel may name it in a line above the heading. */
  #readFirstRow(text: string, start: number, rows: string[][]): number {
    const end = lineEnd(text, start)
    if ((end === text.length || isSplit(text, end)) && !this.#isLast) return -1
    if (end > start) {
      const named = separatorLine.exec(text.slice(start, end))
      this.#delimiter = named ? named[2]!.charCodeAt(0) : detectDelimiter(text, start, end)
      if (named) {
        this.#line += 1
        return afterLine(text, end)
      }
    }
    return this.#readRow(text, start, rows)
  }

  /** Returns the end of the skipped line; -1 if only half of a CRLF has arrived. */
  #endOfSkipped(text: string, start: number): number {
    const end = lineEnd(text, start)
    if (end === text.length && !this.#isLast) return end
    if (isSplit(text, end) && !this.#isLast) return end === start ? -1 : end
    this.#isSkipping = false
    this.#line += 1
    return afterLine(text, end)
  }

  #readRow(text: string, start: number, rows: string[][]): number {
    const delimiter = this.#delimiter
    const cells: string[] = []
    let problem = ''
    let lineBreaks = 0
    let at = start
    for (;;) {
      let cell: string
      let end: number
      if (text.charCodeAt(at) === 34) {
        const close = closingQuote(text, at + 1)
        // A quote in the last position may be the first half of a doubled quote.
        if (!this.#isLast && (close === -1 || close === text.length - 1)) return -1
        if (close === -1) return this.#fail('the quote is never closed', afterLine(text, lineEnd(text, start)), 1)
        cell = text.slice(at + 1, close)
        lineBreaks += countLineBreaks(cell)
        if (cell.includes('"')) cell = cell.replaceAll('""', '"')
        end = cellEnd(text, close + 1, delimiter)
        if (end > close + 1) problem = 'text after a closing quote'
      } else {
        end = cellEnd(text, at, delimiter)
        cell = text.slice(at, end)
      }
      if (end === text.length && !this.#isLast) return -1
      if (cells.length < mostCells) cells.push(cell)
      else problem ||= `more than ${mostCells} cells`
      const stop = text.charCodeAt(end)
      if (stop === delimiter) {
        at = end + 1
        continue
      }
      if (isSplit(text, end) && !this.#isLast) return -1
      const next = afterLine(text, end)
      if (end === start) {
        this.#line += 1
        return next
      }
      if (problem) return this.#fail(problem, afterLine(text, lineEnd(text, start)), 1)
      return this.#finish(rows, cells, lineBreaks + 1, next)
    }
  }

  #finish(rows: string[][], cells: string[], lines: number, next: number): number {
    const { columns } = this.#options
    if (columns !== undefined && cells.length !== columns) {
      return this.#fail(`expected ${columns} cells, found ${cells.length}`, next, lines)
    }
    rows.push(cells)
    this.lines.push(this.#line)
    this.#line += lines
    return next
  }

  #fail(problem: string, next: number, lines: number): number {
    this.#report(problem)
    this.#line += lines
    return next
  }

  #report(problem: string): void {
    if (!this.#options.onBadRow) throw new CsvError(this.#line, problem)
    this.#options.onBadRow({ line: this.#line, problem })
  }
}

/** The line break, or the end of the text. */
function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || code === carriageReturn) return at
  }
  return text.length
}

function afterLine(text: string, end: number): number {
  if (end === text.length) return end
  return text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1
}

/** A CR at the end of a chunk may be half of a CRLF. */
function isSplit(text: string, end: number): boolean {
  return end === text.length - 1 && text.charCodeAt(end) === carriageReturn
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text.charCodeAt(at + 1) === 34) at = text.indexOf('"', at + 2)
  return at
}

function cellEnd(text: string, from: number, delimiter: number | null): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === lineFeed || code === carriageReturn) break
    at += 1
  }
  return at
}

function countLineBreaks(text: string): number {
  let count = 0
  for (let at = lineEnd(text, 0); at < text.length; at = lineEnd(text, afterLine(text, at))) count += 1
  return count
}

/** Returns the most frequent delimiter in the line. */
function detectDelimiter(text: string, from: number, to: number): number {
  const signs = csvSeparators.map((separator) => separator.charCodeAt(0))
  const counts = signs.map(() => 0)
  for (let at = from; at < to; at += 1) {
    const index = signs.indexOf(text.charCodeAt(at))
    if (index !== -1) counts[index]! += 1
  }
  return signs[counts.indexOf(Math.max(...counts))]!
}
