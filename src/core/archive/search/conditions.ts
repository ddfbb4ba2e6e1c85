import type { FlagQuery, NumberQuery, Query, ValueQuery } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { compare, statesOf } from '#shared/domain/query/matches.ts'
import type { Span } from '#shared/domain/query/period.ts'
import { andInto, isEmpty, orInto, setBit, setRange, without, type Bits } from '../index/bits.ts'
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
      return columnRows(block.column('state'), (state) => condition.ids.has(state), block, within)
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
  return columnRows(column, (count) => count > 0 === value, block, within)
}

function numberRows(query: NumberQuery, block: BlockReader, within: Bits): Bits {
  const column = block.column(query.field === 'size' ? 'size' : query.field === 'opens' ? 'open' : 'click')
  return columnRows(column, (number) => compare(number, query), block, within)
}

function columnRows(
  column: ArrayLike<number>,
  test: (number: number) => boolean,
  block: BlockReader,
  within: Bits,
): Bits {
  const rows = block.none()
  for (let at = 0; at < column.length; at++) if (test(column[at]!)) setBit(rows, at)
  return andInto(rows, within)
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
