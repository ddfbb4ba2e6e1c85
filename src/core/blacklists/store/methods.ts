import { randomUUID } from 'node:crypto'
import type { BlacklistSort } from '#shared/contract/blacklists.ts'
import { checkAddresses, listedAmong, type Checked } from './check-addresses.ts'
import { Collector } from './collector.ts'
import { Copies } from './copies.ts'
import type { CopyMeta } from './copy-file.ts'
import type { Entry, EntryTable } from './entry-table.ts'
import type { Scope, ShownRow } from './list-copy.ts'

export type StoreData = { readonly folder: string }

export type ListSummary = CopyMeta & {
  readonly count: number
  readonly names: readonly { name: string; count: number }[]
  readonly reasons: readonly { text: string; count: number }[]
}

export type Asked = { readonly type: string; readonly scope: Scope; readonly sort: BlacklistSort }
export type RowsAnswer = { matches: number; rows: number; items: ShownRow[]; edition: string }
/** Positions in a result, both ends included. */
type Places = { readonly first: number; readonly last: number }
type Selected = { readonly ranges: readonly Places[]; readonly edition: string }
/** An address has one entry for each custom list, and one for the account-wide list. */
export type FoundEntries = Pick<CopyMeta, 'readAt' | 'isWhole'> & { readonly entries: readonly Entry[] }

export type StoreMethods = ReturnType<typeof storeMethods>

/** Methods that process all entries of a list, off the main thread. */
export function storeMethods({ folder }: StoreData) {
  const copies = new Copies(folder)
  const collector = new Collector(copies)
  return {
    ...questions(copies),
    begin: collector.begin.bind(collector),
    add: collector.add.bind(collector),
    fingerprint: collector.fingerprint.bind(collector),
    put: collector.put.bind(collector),
    publish: collector.publish.bind(collector),
    end: collector.end.bind(collector),
    erase: collector.erase.bind(collector),
    describe: copies.describe.bind(copies),
    save: copies.save.bind(copies),
    remove: copies.remove.bind(copies),
    clear: copies.clear.bind(copies),
    close: (): Promise<void> => copies.settled(),
  }
}

function questions(copies: Copies) {
  const sortedOf = ({ type, scope, sort }: Asked) =>
    copies.of(type).sorted(scope, scope.other && copies.of(scope.other.type), sort)
  return {
    lists: (): ListSummary[] =>
      copies.all().map(({ table, meta, names, reasons }) => ({ ...meta, count: table.count, names, reasons })),

    async rows(asked: Asked, offset: number, limit: number): Promise<RowsAnswer> {
      const copy = copies.of(asked.type)
      // The list may be replaced while it is being sorted.
      const edition = editionOf(copies, asked)
      const result = await sortedOf(asked)
      const rows = result.shown.length
      const length = Math.max(0, Math.min(limit, rows - offset))
      const items = Array.from({ length }, (_none, at) => copy.shown(result, offset + at))
      return { matches: result.matches, rows, items, edition }
    },

    /**
     * The addresses behind a result’s rows, including those in events, up to this many. Null if the entries are no longer
     * those of this edition.
     */
    async addresses(asked: Asked, { ranges, edition }: Selected, most: number): Promise<string[] | null> {
      const { type, scope, sort } = asked
      if (edition !== editionOf(copies, asked)) return null
      // The list may be read again while it is being sorted: rows and events must come from the same copy.
      const copy = copies.of(type)
      const other = scope.other && copies.of(scope.other.type)
      const result = await copy.sorted(scope, other, sort)
      const rows = result.shown.length
      const emails = new Set<string>()
      for (const { first, last } of ranges) {
        for (let place = first; place <= Math.min(last, rows - 1) && emails.size < most; place++) {
          const shown = copy.shown(result, place)
          if (shown.kind === 'entry') emails.add(shown.email)
          else for (const email of copy.emailsOf(copy.result(insideOf(shown, scope), other))) emails.add(email)
        }
      }
      return [...emails].slice(0, most)
    },

    newerThan: (type: string, moments: readonly number[]): number[] => copies.of(type).newerThan(moments),

    listedAmong: (addresses: readonly string[], wanted: Parameters<typeof listedAmong>[1]) =>
      listedAmong(addresses, wanted, copies.all()),

    check: (text: string): Promise<Checked> => checkAddresses(text, copies.all()),

    find(type: string, email: string): FoundEntries {
      const { table, meta } = copies.of(type)
      const entries = table.rowsOf(email).map((row) => table.entryAt(row))
      return { entries, readAt: meta.readAt, isWhole: meta.isWhole }
    },
  }
}

/** A filter by another list makes the result depend on that list’s entries, too. */
function editionOf(copies: Copies, { type, scope }: Asked): string {
  const types = scope.other ? [type, scope.other.type] : [type]
  return types.map((one) => editionOfTable(copies.of(one).table)).join(' ')
}

/**
 * Identifies each table, because positions in one table mean nothing in another, even if both have the same number of
 * entries.
 */
const editions = new WeakMap<EntryTable, string>()

function editionOfTable(table: EntryTable): string {
  if (table.count === 0) return 'none'
  const edition = editions.get(table) ?? randomUUID()
  editions.set(table, edition)
  return edition
}

function insideOf({ domain, first, last }: Extract<ShownRow, { kind: 'event' }>, scope: Scope): Scope {
  return { ...scope, grouped: false, domain, from: first, to: last }
}
