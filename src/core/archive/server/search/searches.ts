import type { StoredMessage } from '#shared/domain/messages/record.ts'
import type { Scope } from '../../port/archive-port.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { messageOfRow, recordColumns } from '../record/columns.ts'
import { readState, type ArchiveState } from './archive-state.ts'
import { sqlOf, type Bounds } from './bound.ts'
import { compile } from './compile.ts'
import { decide, type Decided } from './found-messages.ts'
import type { RareMatches } from './rare-matches.ts'
import type { RowMarks } from './row-marks.ts'
import { sharedWork } from './shared-work.ts'

/** Results of a search, valid until the archive changes. */
type KnownSearch = {
  readonly changed: number
  readonly found: Promise<Decided>
  count: number | null
  /** The estimated count, which later pages show as well, because another sample would give a different one. */
  about: number | null
  /** All matches, if they were read because there seemed to be hardly any. */
  rare: Promise<RareMatches> | null
  /** The rows of all matches, by sort order. */
  readonly orders: Map<string, Promise<Float64Array>>
  /** The marks of the matches in chronological order, keyed by whether the order is descending. */
  readonly marks: Map<boolean, RowMarks>
}

export type AskedSearch = { readonly state: ArchiveState; readonly known: KnownSearch; readonly found: Decided }

const mostKnown = 12

/** The latest searches. Doubtful records are judged once per state of the archive. */
export class Searches {
  readonly #database: ServerDatabase
  readonly #known = new Map<string, KnownSearch>()
  #state: ArchiveState | null = null
  #odd: { readonly changed: number; readonly records: Promise<StoredMessage[]> } | null = null

  constructor(database: ServerDatabase) {
    this.#database = database
  }

  async state(): Promise<ArchiveState> {
    return (this.#state = await readState(this.#database, this.#state))
  }

  async ask(scope: Scope, signal?: AbortSignal): Promise<AskedSearch> {
    const state = await this.state()
    const bounds = compile(scope.query, scope.context)
    // The query is part of the key, because different queries may have the same bounds but judge doubtful records
    // differently.
    const key = JSON.stringify([sqlOf(bounds.sure).statement(), sqlOf(bounds.maybe).statement(), scope.query])
    return sharedWork(async () => {
      const known = this.#knownOf(key, state.changed, () => this.#decide(scope, bounds, state.changed, signal))
      return { state, known, found: await known.found }
    }, signal)
  }

  #knownOf(key: string, changed: number, decideAgain: () => Promise<Decided>): KnownSearch {
    let known = this.#known.get(key)
    if (known?.changed !== changed) {
      const found = decideAgain()
      found.catch(() => this.#known.delete(key))
      known = { changed, found, count: null, about: null, rare: null, orders: new Map(), marks: new Map() }
    }
    // The search is moved to the end, so that the first one is the least recently used.
    this.#known.delete(key)
    this.#known.set(key, known)
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!)
    return known
  }

  async #decide(scope: Scope, bounds: Bounds, changed: number, signal?: AbortSignal): Promise<Decided> {
    const odd = await this.#oddRecords(changed)
    return decide(scope, bounds, { database: this.#database, odd, signal })
  }

  #oddRecords(changed: number): Promise<StoredMessage[]> {
    if (this.#odd?.changed !== changed) {
      const records = this.#database
        .query(sql`SELECT ${recordColumns} FROM message WHERE exact IS NOT NULL`)
        .then((rows) => rows.map(messageOfRow))
      this.#odd = { changed, records }
      records.catch(() => (this.#odd = null))
    }
    return this.#odd!.records
  }
}
