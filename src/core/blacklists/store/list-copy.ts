import type { BlacklistSort } from '#shared/contract/blacklists.ts'
import type { CopyMeta } from './copy-file.ts'
import { EntryOrders } from './entry-orders.ts'
import { EntryTable, type Entry } from './entry-table.ts'
import { groupEvents, ungrouped, type Grouped, type MassEvent } from './mass-events.ts'
import { findRows, firstNotAfter, type WantedEntries } from './search.ts'

export type Scope = WantedEntries & {
  /** Restricts the entries to addresses that are also on another list, or to addresses that are not. */
  readonly other: { readonly type: string; readonly isOn: boolean } | null
  readonly grouped: boolean
}

export type ShownRow = ({ readonly kind: 'entry' } & Entry) | ({ readonly kind: 'event' } & MassEvent)

type Result = Grouped & { readonly matches: number }

/**
 * How many results are kept: enough for the queries of a page on which the user goes back and forth. Each result takes
 * up four bytes per entry found.
 */
const mostResults = 4
const mostReasons = 50

/** One list as read from the service, newest first. A copy never changes: the next read creates a new copy. */
export class ListCopy {
  readonly table: EntryTable
  readonly meta: CopyMeta
  readonly #orders: EntryOrders
  readonly #results = new Map<string, Result>()
  #reasons: { text: string; count: number }[] | null = null
  #names: { name: string; count: number }[] | null = null

  constructor(table: EntryTable, meta: CopyMeta) {
    this.table = table
    this.meta = meta
    this.#orders = new EntryOrders(table)
  }

  static empty(type: string): ListCopy {
    return new ListCopy(new EntryTable(), { type, readAt: null, total: null, leftOut: 0, isWhole: false })
  }

  get reasons(): readonly { text: string; count: number }[] {
    const { reasonTexts, columns, count } = this.table
    this.#reasons ??= counted(columns.reasons, count, reasonTexts.count)
      .slice(0, mostReasons)
      .map(({ code, count: entries }) => ({ text: reasonTexts.at(code), count: entries }))
    return this.#reasons
  }

  get names(): readonly { name: string; count: number }[] {
    const { listNames, columns, count } = this.table
    this.#names ??= counted(columns.lists, count, listNames.count).map(({ code, count: entries }) => ({
      name: listNames.at(code),
      count: entries,
    }))
    return this.#names
  }

  result(scope: Scope, other: ListCopy | null): Result {
    const key = JSON.stringify(scope)
    // Another list may change between two queries, so a result that depends on another list is not reused.
    const kept = scope.other === null ? this.#results.get(key) : undefined
    if (kept) return kept
    const rows = findRows(this.table, scope, scope.other && other ? isOn(this.table, other, scope.other.isOn) : null)
    const grouped = scope.grouped ? groupEvents(this.table, rows) : ungrouped(rows)
    const result = { ...grouped, matches: rows.length }
    this.#keep(key, result)
    return result
  }

  /** Like `result`, but sorted. The list’s own order, newest first, costs nothing. */
  async sorted(scope: Scope, other: ListCopy | null, sort: BlacklistSort): Promise<Result> {
    const key = JSON.stringify([scope, sort])
    const kept = scope.other === null ? this.#results.get(key) : undefined
    if (kept) return kept
    const result = this.result(scope, other)
    const sorted = { ...result, shown: await this.#orders.arranged(result, sort) }
    if (sorted.shown !== result.shown) this.#keep(key, sorted)
    return sorted
  }

  shown({ shown, events }: Result, place: number): ShownRow {
    const row = shown[place]!
    return row < 0 ? { kind: 'event', ...events[-row - 1]! } : { kind: 'entry', ...this.table.entryAt(row) }
  }

  emailsOf({ shown }: Grouped): string[] {
    return Array.from(shown, (row) => this.table.emailAt(row))
  }

  /** How many entries are newer than each of these times, given in epoch seconds. */
  newerThan(moments: readonly number[]): number[] {
    return moments.map((moment) => firstNotAfter(this.table.columns.dates, this.table.count, moment))
  }

  #keep(key: string, result: Result): void {
    if (this.#results.size >= mostResults) this.#results.delete(this.#results.keys().next().value!)
    this.#results.set(key, result)
  }
}

function isOn(table: EntryTable, other: ListCopy, wanted: boolean): (row: number) => boolean {
  return (row) => other.table.rowsOf(table.emailAt(row)).length > 0 === wanted
}

function counted(codes: Uint32Array, count: number, names: number): { code: number; count: number }[] {
  const counts = new Uint32Array(names)
  for (let row = 0; row < count; row++) counts[codes[row]!]!++
  return [...counts.entries()]
    .map(([code, entries]) => ({ code, count: entries }))
    .filter((each) => each.count > 0)
    .sort((a, b) => b.count - a.count)
}
