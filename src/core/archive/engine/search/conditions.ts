import type { FlagQuery, NumberQuery, Query, ValueQuery } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { statesOf } from '#shared/domain/query/states.ts'
import type { Span } from '#shared/domain/query/period.ts'
import {
  andInto,
  countBits,
  eachBit,
  isEmpty,
  noBits,
  orInto,
  setBit,
  setRange,
  without,
  type Bits,
} from '../index/bits.ts'
import { largestCount } from '../../../base/packs/record-set.ts'
import { highHalf, lowHalf, positionOf, roughly, type Numbers } from '../index/columns.ts'
import { valueLists, valueTerm } from '../index/terms.ts'
import { firstRowOf, hashOf } from '../record/row-number.ts'
import type { BlockReader } from './block-reader.ts'
import { textRows } from './text-condition.ts'

/** A query with dates resolved to seconds and states to ids. */
export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'all' }
  | { kind: 'span'; span: Span }
  | { kind: 'states'; ids: ReadonlySet<number> }
  | Exclude<Query, { kind: 'and' | 'or' | 'not' | 'all' | 'date' | 'last' }>

export type Resolve = {
  span(term: Extract<Query, { kind: 'date' | 'last' }>): Span
  stateIds(names: readonly string[]): number[]
}

export function resolve(query: Query, given: Resolve): Condition {
  switch (query.kind) {
    case 'and':
    case 'or': {
      const parts = query.parts.map((part) => resolve(part, given))
      // Cheap conditions run first, so that expensive ones examine only the remaining rows.
      return { kind: query.kind, parts: query.kind === 'and' ? parts.sort((a, b) => cost(a) - cost(b)) : parts }
    }
    case 'not':
      return { kind: 'not', part: resolve(query.part, given) }
    case 'date':
    case 'last':
      return { kind: 'span', span: given.span(query) }
    case 'value':
      if (query.field !== 'state') return query
      return { kind: 'states', ids: new Set(given.stateIds(statesOf(query.value))) }
    default:
      return query
  }
}

/**
 * A condition’s relative cost. Hashes of ids are in memory and rule out nearly every block. Terms are cheap and leave
 * few rows, so numbers are then checked only for those rows. A phrase may require reading records.
 */
function cost(condition: Condition): number {
  switch (condition.kind) {
    case 'span':
      return 0
    case 'and':
    case 'or':
      return Math.max(...condition.parts.map(cost))
    case 'not':
      return Math.max(cost(condition.part), 2)
    case 'text':
      // Searching for part of an address requires reading the entire list of addresses.
      if (condition.mode === 'part') return 4.5
      if (/[^\p{L}\p{N}]/u.test(condition.text)) return 5
      return condition.mode === 'prefix' ? 4 : 1
    case 'value':
      return condition.field === 'id' ? 0.5 : 1
    case 'has':
      return 1
    case 'states':
      return 2
    default:
      return 3
  }
}

/** The rows in `within` that match a condition. `within` itself is not changed. */
export function rowsOf(condition: Condition, block: BlockReader, within: Bits): Bits {
  if (isEmpty(within)) return within
  switch (condition.kind) {
    case 'all':
      return within
    case 'and':
      return condition.parts.reduce((rows, part) => rowsOf(part, block, rows), within)
    case 'or': {
      const rows = block.none()
      for (const part of condition.parts) orInto(rows, rowsOf(part, block, without(within, rows)))
      return rows
    }
    case 'not':
      return without(within, rowsOf(condition.part, block, within))
    case 'span':
      return spanRows(condition.span, block, within)
    case 'states':
      return stateRows(condition.ids, block, within)
    case 'text':
      return textRows(condition, block, within)
    case 'value':
      return condition.field === 'id'
        ? idRows(condition.value, block, within)
        : andInto(valueRows(condition, block), within)
    case 'flag':
      return flagRows(condition, block, within)
    case 'number':
      return numberRows(condition, block, within)
    case 'has':
      return andInto(block.term(valueTerm(valueLists.metaKey, fold(condition.key))), within)
  }
}

/**
 * Ids are not terms, because they are all different. Their hashes narrow the search to one or two records, which are then
 * compared.
 */
function idRows(id: string, block: BlockReader, within: Bits): Bits {
  const hash = hashOf(id)
  const rows = block.none()
  const low = lowHalf(hash)
  eachBit(between(block.column('idLow'), low, low, within), (at) => {
    if (block.column('idHigh')[at] === highHalf(hash) && block.message(at).id === id) setBit(rows, at)
  })
  return rows
}

function valueRows({ field, value, whole }: ValueQuery, block: BlockReader): Bits {
  if (field !== 'domain') return block.term(valueTerm(valueLists.key, fold(value)))
  const domain = fold(value).replace(/^@/, '')
  const rows = block.term(valueTerm(valueLists.domain, domain))
  return whole && !isEmpty(rows) ? without(rows, subdomainRows(domain, block)) : rows
}

/**
 * Finds the rows whose domain is a subdomain of this one. The index also contains these rows under the domain itself.
 */
function subdomainRows(domain: string, block: BlockReader): Bits {
  const rows = block.none()
  const end = `.${domain}`.toWellFormed()
  for (const term of block.terms(valueTerm(valueLists.domain, '')))
    if (term.endsWith(end)) orInto(rows, block.term(term))
  return rows
}

function flagRows({ field, value }: FlagQuery, block: BlockReader, within: Bits): Bits {
  const column = block.column(field === 'opened' ? 'open' : 'click')
  return between(column, value ? 1 : 0, value ? Infinity : 0, within)
}

function numberRows({ field, comparison, value }: NumberQuery, block: BlockReader, within: Bits): Bits {
  const [low, high] = bounds[comparison](value)
  if (field === 'size') return sizeRows(low, high, block, within)
  return between(block.column(field === 'opens' ? 'open' : 'click'), low, high, within)
}

/** The rounded sizes decide most rows; exact sizes are read only for the few rows that remain. */
function sizeRows(low: number, high: number, block: BlockReader, within: Bits): Bits {
  const [least, most] = [Math.max(low, 0), Math.min(high, largestCount)]
  if (least > most) return block.none()
  const rough = block.roughSize()
  const [first, last] = [roughly(least), roughly(most)]
  const rows = between(rough, first, last, within)
  const isBorder = { first: roughly(least - 1) === first, last: roughly(most + 1) === last }
  const doubtful = block.none()
  if (isBorder.first) orInto(doubtful, between(rough, first, first, within))
  if (isBorder.last) orInto(doubtful, between(rough, last, last, within))
  if (isEmpty(doubtful)) return rows
  return orInto(without(rows, doubtful), between(block.column('size'), least, most, doubtful))
}

/** The range of integers that each comparison matches. */
const bounds: Record<NumberQuery['comparison'], (value: number) => [low: number, high: number]> = {
  '=': (value) => [value, value],
  '>': (value) => [Math.floor(value) + 1, Infinity],
  '>=': (value) => [value, Infinity],
  '<': (value) => [0, Math.ceil(value) - 1],
  '<=': (value) => [0, value],
}

function stateRows(ids: ReadonlySet<number>, block: BlockReader, within: Bits): Bits {
  const rows = block.none()
  for (const id of ids) orInto(rows, between(block.column('state'), id, id, within))
  return rows
}

type Between<Column extends Numbers> = (column: Column, low: number, span: number) => Bits

/** With this bit flipped, unsigned numbers compare like signed numbers, which is the fastest comparison available. */
const sign = 0x80000000

/**
 * The only loop over every row. A call per row would cost five times as much, a branch per row twice as much, and a loop
 * that sees columns of all widths three times as much, so each width has its own loop.
 */
function createBetween<Column extends Numbers>(): Between<Column> {
  return (column, low, span) => {
    const rows = noBits(column.length)
    // Numbers below `low` wrap around to very large numbers, so one comparison covers both ends.
    const most = span ^ sign
    const whole = column.length & ~31
    for (let at = 0; at < whole; at += 32) {
      let word = 0
      for (let bit = 0; bit < 32; bit += 4) {
        const first = ((column[at + bit]! - low) ^ sign) <= most ? 1 : 0
        const second = ((column[at + bit + 1]! - low) ^ sign) <= most ? 2 : 0
        const third = ((column[at + bit + 2]! - low) ^ sign) <= most ? 4 : 0
        const fourth = ((column[at + bit + 3]! - low) ^ sign) <= most ? 8 : 0
        word |= (first | second | third | fourth) << bit
      }
      rows[at >>> 5] = word
    }
    for (let at = whole; at < column.length; at++) if (((column[at]! - low) ^ sign) <= most) setBit(rows, at)
    return rows
  }
}

const betweenBytes = createBetween<Uint8Array>()
const betweenShorts = createBetween<Uint16Array>()
const betweenLongs = createBetween<Uint32Array>()
/** If fewer than one in this many rows is left, only the remaining rows are checked. */
const fewRows = 8

/** The rows in `within` whose number is in this range, both ends included. */
function between(column: Numbers, low: number, high: number, within: Bits): Bits {
  const least = Math.max(low, 0)
  const span = Math.min(high, 0xffffffff) - least
  if (span < 0) return noBits(column.length)
  if (countBits(within) * fewRows < column.length) {
    const rows = noBits(column.length)
    eachBit(within, (at) => {
      if ((column[at]! - least) >>> 0 <= span) setBit(rows, at)
    })
    return rows
  }
  if (column instanceof Uint8Array) return andInto(betweenBytes(column, least, span), within)
  if (column instanceof Uint16Array) return andInto(betweenShorts(column, least, span), within)
  return andInto(betweenLongs(column, least, span), within)
}

function spanRows({ from, to }: Span, block: BlockReader, within: Bits): Bits {
  const first = positionOfSecond(block, from)
  const last = positionOfSecond(block, to)
  const rows = block.none()
  setRange(rows, first, last)
  return andInto(rows, within)
}

/** The position of the first row created at this second or later. */
export function positionOfSecond(block: BlockReader, second: number): number {
  const wanted = firstRowOf(second)
  if (wanted <= block.block.first) return 0
  if (wanted > block.block.last) return block.size
  return positionOf(block.column('row'), wanted)
}

/** The period that contains all possible matches. Blocks outside it are not opened. */
export function outerSpan(condition: Condition): Span {
  if (condition.kind === 'span') return condition.span
  if (condition.kind !== 'and') return { from: -Infinity, to: Infinity }
  const spans = condition.parts.map(outerSpan)
  return { from: Math.max(...spans.map(({ from }) => from)), to: Math.min(...spans.map(({ to }) => to)) }
}
