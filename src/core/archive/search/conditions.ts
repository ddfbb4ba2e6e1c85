import type { FlagQuery, NumberQuery, Query, ValueQuery } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { statesOf } from '#shared/domain/query/matches.ts'
import type { Span } from '#shared/domain/query/period.ts'
import { andInto, isEmpty, orInto, setRange, without, type Bits } from '../index/bits.ts'
import type { Numbers } from '../index/columns.ts'
import { valueLists, valueTerm } from '../index/terms.ts'
import { firstRowOf } from '../store/row.ts'
import type { BlockReader } from './block-reader.ts'
import { textRows } from './text-condition.ts'

/** A query whose dates are seconds and whose states are numbers. */
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
      // The cheap ones first: what they leave is all that the dear ones look at.
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

/** A phrase may have to read records; everything else costs about the same. */
function cost(condition: Condition): number {
  switch (condition.kind) {
    case 'span':
      return 0
    case 'and':
    case 'or':
      return Math.max(...condition.parts.map(cost))
    case 'not':
      return cost(condition.part)
    case 'text':
      return /[^\p{L}\p{N}]/u.test(condition.text) ? 3 : 2
    default:
      return 1
  }
}

/** The rows of a block, among those of `within`, that answer a condition. `within` stays as it is. */
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
      return andInto(valueRows(condition, block), within)
    case 'flag':
      return flagRows(condition, block, within)
    case 'number':
      return numberRows(condition, block, within)
    case 'has':
      return andInto(block.term(valueTerm(valueLists.metaKey, fold(condition.key))), within)
  }
}

function valueRows({ field, value }: ValueQuery, block: BlockReader): Bits {
  if (field === 'domain') return block.term(valueTerm(valueLists.domain, fold(value).replace(/^@/, '')))
  return block.term(valueTerm(valueLists.key, fold(value)))
}

function flagRows({ field, value }: FlagQuery, block: BlockReader, within: Bits): Bits {
  const column = block.column(field === 'opened' ? 'open' : 'click')
  return andInto(between(column, value ? 1 : 0, value ? Infinity : 0, block.none()), within)
}

function numberRows({ field, comparison, value }: NumberQuery, block: BlockReader, within: Bits): Bits {
  const column = block.column(field === 'size' ? 'size' : field === 'opens' ? 'open' : 'click')
  const [low, high] = bounds[comparison](value)
  return andInto(between(column, low, high, block.none()), within)
}

/** All numbers are whole. */
const bounds: Record<NumberQuery['comparison'], (value: number) => [low: number, high: number]> = {
  '=': (value) => [value, value],
  '>': (value) => [Math.floor(value) + 1, Infinity],
  '>=': (value) => [value, Infinity],
  '<': (value) => [0, Math.ceil(value) - 1],
  '<=': (value) => [0, value],
}

function stateRows(ids: ReadonlySet<number>, block: BlockReader, within: Bits): Bits {
  const rows = block.none()
  for (const id of ids) between(block.column('state'), id, id, rows)
  return andInto(rows, within)
}

type Between<Column extends Numbers> = (column: Column, low: number, span: number, into: Bits) => void

/**
 * Adds the rows whose number lies between two. The one loop over every row there is: a test per row would cost five times
 * as much, and a loop that meets numbers of every width three times as much, so each width has its own.
 */
function createBetween<Column extends Numbers>(): Between<Column> {
  return (column, low, span, into) => {
    for (let index = 0, at = 0; at < column.length; index++) {
      const end = Math.min(at + 32, column.length)
      let word = 0
      // One comparison without a sign: what is below `low` becomes very large.
      for (let bit = 0; at < end; bit++, at++) if ((column[at]! - low) >>> 0 <= span) word |= 1 << bit
      into[index]! |= word
    }
  }
}

const betweenBytes = createBetween<Uint8Array>()
const betweenShorts = createBetween<Uint16Array>()
const betweenLongs = createBetween<Uint32Array>()

function between(column: Numbers, low: number, high: number, into: Bits): Bits {
  const least = Math.max(low, 0)
  const most = Math.min(high, 0xffffffff)
  if (least > most) return into
  if (column instanceof Uint8Array) betweenBytes(column, least, most - least, into)
  else if (column instanceof Uint16Array) betweenShorts(column, least, most - least, into)
  else betweenLongs(column, least, most - least, into)
  return into
}

function spanRows({ from, to }: Span, block: BlockReader, within: Bits): Bits {
  const first = placeOfSecond(block, from)
  const last = placeOfSecond(block, to)
  const rows = block.none()
  setRange(rows, first, last)
  return andInto(rows, within)
}

/** The first row of a block that was created at this second or later. */
export function placeOfSecond(block: BlockReader, second: number): number {
  const wanted = firstRowOf(second)
  if (wanted <= block.block.first) return 0
  if (wanted > block.block.last) return block.size
  const rows = block.column('row')
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rows[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The seconds outside of which nothing can match: blocks beyond them are not opened. */
export function outerSpan(condition: Condition): Span {
  if (condition.kind === 'span') return condition.span
  if (condition.kind !== 'and') return { from: -Infinity, to: Infinity }
  const spans = condition.parts.map(outerSpan)
  return { from: Math.max(...spans.map(({ from }) => from)), to: Math.min(...spans.map(({ to }) => to)) }
}
