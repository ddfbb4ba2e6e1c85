import type { EntryTable } from './entry-table.ts'

/** Which entries are wanted. What is null or empty asks for nothing. */
export type Wanted = {
  /** A part of the address, in any case. */
  readonly text: string
  /** The name of a custom list; empty for the entries on none. */
  readonly list: string | null
  readonly reason: string | null
  readonly domain: string | null
  /** Epoch seconds, both included. */
  readonly from: number | null
  readonly to: number | null
}

/** From this many hits on, asking for each of them costs more than comparing every byte. */
const mostHits = 4096

/** The rows of a table, newest first, that are wanted. `isOther` is asked last: it costs a look-up in another list. */
export function findRows(table: EntryTable, wanted: Wanted, isOther: ((row: number) => boolean) | null): Uint32Array {
  const { dates, domains, reasons, lists } = table.columns
  const first = wanted.to === null ? 0 : firstNotAfter(dates, table.count, wanted.to)
  const end = wanted.from === null ? table.count : firstNotAfter(dates, table.count, wanted.from - 1)
  const marks = new Uint8Array(Math.max(0, end - first)).fill(1)
  if (wanted.text !== '') markText(table, wanted.text.toLowerCase(), { first, end, marks })
  const keep = (codes: Uint32Array, code: number | undefined): void => {
    for (let at = 0; at < marks.length; at++) if (codes[first + at] !== code) marks[at] = 0
  }
  if (wanted.domain !== null) keep(domains, table.domainNames.find(wanted.domain))
  if (wanted.reason !== null) keep(reasons, table.reasonTexts.find(wanted.reason))
  if (wanted.list !== null) keep(lists, table.listNames.find(wanted.list))
  if (isOther) for (let at = 0; at < marks.length; at++) if (marks[at] === 1 && !isOther(first + at)) marks[at] = 0
  return markedRows(marks, first)
}

type Range = { readonly first: number; readonly end: number; readonly marks: Uint8Array }

function markText(table: EntryTable, text: string, { first, end, marks }: Range): void {
  const at = text.lastIndexOf('@')
  const { domains } = table.columns
  if (at >= 0) {
    const isDomain = table.domainNames.marks((name) => name !== '' && name.startsWith(text.slice(at + 1)))
    const ending = Buffer.from(text.slice(0, at))
    for (let row = first; row < end; row++) {
      if (isDomain[domains[row]!] !== 1 || !endsWith(table, row, ending)) marks[row - first] = 0
    }
    return
  }
  const isDomain = table.domainNames.marks((name) => name.includes(text))
  for (let row = first; row < end; row++) marks[row - first] = isDomain[domains[row]!]!
  markLocals(table, Buffer.from(text), { first, end, marks })
}

/** All parts before the @ are one buffer, which is searched as a whole; a hit across two of them is none. */
function markLocals(table: EntryTable, wanted: Buffer, { first, end, marks }: Range): void {
  const { locals, starts } = table.columns
  const stop = starts[end]!
  const searched = locals.subarray(0, stop)
  let row = first
  let hits = 0
  for (let at = searched.indexOf(wanted, starts[first]); at >= 0 && row < end;) {
    if (++hits > mostHits) return markEach(table, wanted, { first, end, marks }, row)
    row = rowAt(starts, row, end, at)
    const isInside = at + wanted.length <= starts[row + 1]!
    if (isInside) marks[row - first] = 1
    at = searched.indexOf(wanted, isInside ? starts[row + 1]! : at + 1)
  }
}

function markEach(table: EntryTable, wanted: Buffer, { end, first, marks }: Range, from: number): void {
  const { locals, starts } = table.columns
  const head = wanted[0]!
  const { length } = wanted
  for (let row = from; row < end; row++) {
    if (marks[row - first] === 1) continue
    const last = starts[row + 1]! - length
    for (let at = starts[row]!; at <= last; at++) {
      if (locals[at] !== head) continue
      let same = 1
      while (same < length && locals[at + same] === wanted[same]) same++
      if (same < length) continue
      marks[row - first] = 1
      break
    }
  }
}

function endsWith(table: EntryTable, row: number, ending: Buffer): boolean {
  const { locals, starts } = table.columns
  const begin = starts[row + 1]! - ending.length
  if (begin < starts[row]!) return false
  for (let at = 0; at < ending.length; at++) if (locals[begin + at] !== ending[at]) return false
  return true
}

/** The row that the byte belongs to, at or after `from`. */
function rowAt(starts: Uint32Array, from: number, end: number, byte: number): number {
  let [low, high] = [from, end - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (starts[middle]! <= byte) low = middle
    else high = middle - 1
  }
  return low
}

/** The first row, newest first, that is not after this moment. */
export function firstNotAfter(dates: Uint32Array, count: number, moment: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (dates[middle]! > moment) low = middle + 1
    else high = middle
  }
  return low
}

function markedRows(marks: Uint8Array, first: number): Uint32Array {
  let count = 0
  for (let at = 0; at < marks.length; at++) count += marks[at]!
  const rows = new Uint32Array(count)
  for (let at = 0, next = 0; next < count; at++) if (marks[at] === 1) rows[next++] = first + at
  return rows
}
