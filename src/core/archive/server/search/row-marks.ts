import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { matchesOf, type Decided } from './found-messages.ts'
import { groupsOf, type MonthRows } from './month-groups.ts'
import { sharedWork } from './shared-work.ts'

const matchesPerMark = 100
/**
 * The longest list for which marks are kept. Its marks take 320 KB, so those of all known searches take at most 8 MB.
 */
const mostMatches = 2_000_000

type Given = { readonly database: ServerDatabase; readonly signal: AbortSignal | undefined }

/**
 * A range of rows that includes a page, and how many matches in the range precede the page. If the list ends before the
 * page, the range is empty.
 */
export type MarkedRange = { readonly first: number; readonly last: number; readonly before: number }

/**
 * The row of every hundredth match in a list ordered by time. Reading these marks takes as long as reading a distant
 * page, but makes later pages quick. They are read up to the most distant page requested so far, in groups of months of
 * increasing size.
 */
export class RowMarks {
  readonly #found: Decided
  readonly #descending: boolean
  readonly #left: MonthRows[]
  /** Ascending positions in the list, and their rows. The last match of each group that was read has a mark as well. */
  readonly #positions: number[] = []
  readonly #rows: number[] = []
  #matches = 0
  #reading: Promise<void> | null = null

  constructor(found: Decided, months: readonly MonthRows[], descending: boolean) {
    this.#found = found
    this.#descending = descending
    this.#left = groupsOf(months, descending)
  }

  /** Null if the list is too long for marks. */
  async rangeOf(
    { offset, limit }: { readonly offset: number; readonly limit: number },
    given: Given,
  ): Promise<MarkedRange | null> {
    while (this.#matches < offset + limit && this.#left.length > 0 && this.#matches <= mostMatches) {
      await sharedWork(() => (this.#reading ??= this.#readGroup(given)), given.signal)
    }
    if (this.#matches > mostMatches) return null
    if (offset >= this.#matches) return { first: 0, last: -1, before: 0 }
    const from = this.#positions.findLastIndex((position) => position <= offset)
    const end = this.#positions.findIndex((position) => position >= offset + limit - 1)
    const [begin, last] = [this.#rows[from]!, this.#rows.at(end)!]
    return { first: Math.min(begin, last), last: Math.max(begin, last), before: offset - this.#positions[from]! }
  }

  async #readGroup({ database, signal }: Given): Promise<void> {
    try {
      const { first, stop } = this.#left[0]!
      const direction = this.#descending ? sql`DESC` : sql`ASC`
      const matches = matchesOf(this.#found, sql`row`, sql`row >= ${first}::bigint AND row < ${stop}::bigint`)
      const marks = await database.query(
        sql`SELECT row, position FROM (
            SELECT row, row_number() OVER list - 1 AS position, lead(row) OVER list IS NULL AS is_last
            FROM (${matches}) AS found WINDOW list AS (ORDER BY row ${direction})
          ) AS numbered WHERE position % ${matchesPerMark} = 0 OR is_last ORDER BY position`,
        signal,
      )
      const before = this.#matches
      for (const { row, position } of marks) {
        this.#positions.push(before + Number(position))
        this.#rows.push(Number(row))
      }
      if (marks.length > 0) this.#matches = this.#positions.at(-1)! + 1
      this.#left.shift()
      if (this.#matches > mostMatches) this.#positions.length = this.#rows.length = 0
    } finally {
      this.#reading = null
    }
  }
}
