import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { RunSql, ServerRow } from '../connection/server-database.ts'
import { sql, type Sql } from '../connection/sql.ts'
import { messageOfRow, recordColumns } from '../record/columns.ts'
import { rowsPerQuarter } from '../record/quarters.ts'
import { matchesOf, type Decided } from '../search/found-messages.ts'

/** Approximate number of messages read per statement. */
export type PartSizes = {
  /** For the newest part: enough messages to detect fields with too many values. */
  readonly newest: number
  /** For each of the other parts: few enough messages to stay within the server’s time limit. */
  readonly others: number
}

const usualSizes: PartSizes = { newest: 20_000, others: 500_000 }

type Part = { readonly first: number; readonly stop: number }

/** A search’s matches, read in parts from one state of the archive. */
export class MatchScan {
  readonly #sizes: PartSizes
  readonly run: RunSql
  readonly found: Decided
  #parts: Promise<readonly Part[]> | undefined
  #odd: Promise<readonly StoredMessage[]> | undefined

  constructor(found: Decided, run: RunSql, sizes: PartSizes = usualSizes) {
    this.found = found
    this.run = run
    this.#sizes = sizes
  }

  /**
   * Runs a query over each part, newest first. `over` receives the part’s matches as a table. Records that the server
   * can’t store as text are left out, because their columns are inexact.
   */
  async *each(columns: Sql, over: (matches: Sql) => Sql): AsyncGenerator<ServerRow[]> {
    for (const { first, stop } of await (this.#parts ??= this.#readParts())) {
      const within = sql`exact IS NULL AND row >= ${first}::bigint AND row < ${stop}::bigint`
      yield await this.run(over(sql`(${matchesOf(this.found, columns, within)}) AS found`))
    }
  }

  /** Matches that the server cannot store as text; usually there are none. */
  odd(): Promise<readonly StoredMessage[]> {
    return (this.#odd ??= this.#readOdd())
  }

  async #readOdd(): Promise<readonly StoredMessage[]> {
    const { judged } = this.found
    if (judged.length === 0) return []
    const rows = await this.run(sql`
      SELECT ${recordColumns} FROM message WHERE row = ANY(${judged}::bigint[]) AND exact IS NOT NULL ORDER BY row DESC`)
    return rows.map(messageOfRow)
  }

  async #readParts(): Promise<readonly Part[]> {
    const { newest, others } = this.#sizes
    const rows = await this.run(sql`
      SELECT part, min(quarter) AS quarter FROM (
        SELECT quarter, CASE WHEN newer <= ${newest}::bigint THEN 0
          ELSE 1 + (newer - ${newest}::bigint) / ${others}::bigint END AS part
        FROM (SELECT quarter, (sum(messages) OVER (ORDER BY quarter DESC))::bigint AS newer FROM quarter) AS sums
      ) AS parts GROUP BY part ORDER BY part`)
    let stop = Number.MAX_SAFE_INTEGER
    return rows.map(({ quarter }) => {
      const part = { first: Number(quarter) * rowsPerQuarter, stop }
      stop = part.first
      return part
    })
  }
}
