import type { EntryTable } from './entry-table.ts'
import { LetterIndex } from './letter-index.ts'

/** Which entries are wanted. Null and an empty `text` set no condition. */
export type WantedEntries = {
  /** Part of the address. Upper and lower case are treated alike. */
  readonly text: string
  /** A custom list’s name; empty for entries on no custom list. */
  readonly list: string | null
  readonly reason: string | null
  readonly domain: string | null
  /** Epoch seconds, both inclusive. */
  readonly from: number | null
  readonly to: number | null
}

/** The number of hits from which one search per hit costs more than comparing every byte. */
const mostHits = 4096

/** A table’s wanted rows, newest first. `isOther` is called last, because it costs a look-up in another list. */
export function findRows(
  table: EntryTable,
  wanted: WantedEntries,
  isOther: ((row: number) => boolean) | null,
): Uint32Array {
  const { dates, domains, reasons, lists } = table.columns
  const first = wanted.to === null ? 0 : firstNotAfter(dates, table.count, wanted.to)
  const end = wanted.from === null ? table.count : firstNotAfter(dates, table.count, wanted.from - 1)
  const sparse = isOther === null ? fewHits(table, wanted, first, end) : null
  if (sparse) return sparse
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

/**
 * Finds the rows whose address contains the text without scanning every row. This works for text that occurs in few
 * addresses, as most typed text does. Returns null if the text may occur in many, or if there are further conditions.
 */
function fewHits(table: EntryTable, wanted: WantedEntries, first: number, end: number): Uint32Array | null {
  const text = wanted.text.toLowerCase()
  const { list, reason, domain } = wanted
  if (text === '' || text.includes('@') || list !== null || reason !== null || domain !== null) return null
  if (table.domainNames.marks((name) => name.includes(text)).includes(1)) return null
  const rows: number[] = []
  const isComplete = eachHit(table, Buffer.from(text), { first, end }, (row) => rows.push(row))
  return isComplete ? Uint32Array.from(rows) : null
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

function markLocals(table: EntryTable, wanted: Buffer, range: Range): void {
  const mark = (row: number): void => void (range.marks[row - range.first] = 1)
  if (!eachHit(table, wanted, range, mark)) markEach(table, wanted, range)
}

/**
 * All local parts are one buffer, which is searched as a whole; a match that spans two local parts doesn’t count. Returns
 * false if the search was abandoned because of too many matches.
 */
function eachHit(
  table: EntryTable,
  wanted: Buffer,
  { first, end }: Pick<Range, 'first' | 'end'>,
  found: (row: number) => void,
): boolean {
  const { locals, starts } = table.columns
  const find = finderOf(locals.subarray(0, starts[end]), wanted)
  let hits = 0
  for (const [from, to] of runsOf(table, wanted, { first, end })) {
    let row = from
    for (let at = find(starts[from]!, starts[to]!); at >= 0;) {
      if (++hits > mostHits) return false
      row = rowAt(starts, row, to, at)
      const isInside = at + wanted.length <= starts[row + 1]!
      if (isInside) found(row)
      at = find(isInside ? starts[row + 1]! : at + 1, starts[to]!)
    }
  }
  return true
}

function runsOf(
  table: EntryTable,
  wanted: Buffer,
  { first, end }: Pick<Range, 'first' | 'end'>,
): Iterable<readonly [from: number, to: number]> {
  return LetterIndex.canTell(wanted) ? table.letters.runs(wanted, { first, end }) : [[first, end]]
}

/** Nanoseconds per call of `indexOf`, and per step of the loop below. */
const callCost = 80
const stepCost = 2.5
const sampleLength = 16_384

/**
 * Searches for the text’s rarest byte, which the system does at gigabytes per second, unless that byte occurs in too many
 * addresses. In that case it uses Horspool’s search, which skips ahead by up to the length of the text. Searching by pairs
 * of bytes was slower.
 */
function finderOf(searched: Buffer, wanted: Buffer): (from: number, end: number) => number {
  const { length } = wanted
  const { place, share } = rarestByte(searched, wanted)
  const rare = wanted[place]!
  const isAt = (at: number): boolean => {
    for (let same = 0; same < length; same++) if (searched[at + same] !== wanted[same]) return false
    return true
  }
  if (length < 2 || share * callCost < stepCost / length) {
    return (from, end) => {
      const part = searched.subarray(0, end)
      for (let at = part.indexOf(rare, from + place); at >= 0; at = part.indexOf(rare, at + 1)) {
        if (at - place + length > end) return -1
        if (isAt(at - place)) return at - place
      }
      return -1
    }
  }
  const last = length - 1
  const steps = new Uint16Array(256).fill(length)
  for (let at = 0; at < last; at++) steps[wanted[at]!] = last - at
  const tail = wanted[last]!
  return (from, end) => {
    for (let at = from + last; at < end; at += steps[searched[at]!]!) {
      if (searched[at] === tail && isAt(at - last)) return at - last
    }
    return -1
  }
}

/** Finds the rarest byte of `wanted`, judging by a sample from the middle of `bytes`. */
function rarestByte(bytes: Buffer, wanted: Buffer): { place: number; share: number } {
  const from = Math.max(0, (bytes.length - sampleLength) >>> 1)
  const sample = bytes.subarray(from, from + sampleLength)
  const counts = new Uint32Array(256)
  for (let at = 0; at < sample.length; at++) counts[sample[at]!]!++
  let place = 0
  for (let at = 1; at < wanted.length; at++) if (counts[wanted[at]!]! < counts[wanted[place]!]!) place = at
  return { place, share: counts[wanted[place]!]! / Math.max(1, sample.length) }
}

function markEach(table: EntryTable, wanted: Buffer, { end, first, marks }: Range): void {
  const { locals, starts } = table.columns
  const head = wanted[0]!
  const { length } = wanted
  for (let row = first; row < end; row++) {
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

/** The row to which the byte belongs, at or after `from`. */
function rowAt(starts: Uint32Array, from: number, end: number, byte: number): number {
  let [low, high] = [from, end - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (starts[middle]! <= byte) low = middle
    else high = middle - 1
  }
  return low
}

/** The first row that is not after this moment; the rows are ordered newest first. */
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
