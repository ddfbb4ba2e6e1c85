import type { FlagQuery, NumberQuery, Query, ValueQuery } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { spanOfTerm, type ReadingContext, type Span } from '#shared/domain/query/period.ts'
import { statesOf } from '#shared/domain/query/states.ts'
import { valueLists } from '../../engine/index/terms.ts'
import { firstRowOf, lastSecond } from '../../engine/record/row-number.ts'
import { sql } from '../connection/sql.ts'
import { isStorable } from '../connection/storable.ts'
import { countBucket, lexeme, mostCounted, ownLists, sizeBucket } from '../record/lexemes.ts'
import { anyOf, bothOf, condition, decided, isDecided, noneOf, term, within, type Bound, type Bounds } from './bound.ts'
import { textBounds } from './text-bounds.ts'

export function compile(query: Query, context: ReadingContext): Bounds {
  switch (query.kind) {
    case 'all':
      return decided('all')
    case 'and':
    case 'or': {
      const parts = query.parts.map((part) => compile(part, context))
      const join = query.kind === 'and' ? bothOf : anyOf
      const sure = join(parts.map((part) => part.sure))
      // Bounds that are the same object need no record to be judged.
      return parts.every(isDecided) ? decided(sure) : { sure, maybe: join(parts.map(({ maybe }) => maybe)) }
    }
    case 'not': {
      const part = compile(query.part, context)
      return isDecided(part) ? decided(noneOf(part.sure)) : { sure: noneOf(part.maybe), maybe: noneOf(part.sure) }
    }
    case 'date':
    case 'last':
      return decided(spanBound(spanOfTerm(query, context)))
    case 'text':
      return textBounds(query)
    case 'value':
      return decided(valueBound(query))
    case 'flag':
      return decided(flagBound(query))
    case 'number':
      return decided(query.field === 'size' ? sizeBound(query) : countBound(query))
    case 'has':
      return decided(term(lexeme(valueLists.metaKey, fold(query.key))))
  }
}

/** The rows limit which months are read. The exact time then decides, because rows end in the year 2242. */
function spanBound({ from, to }: Span): Bound {
  if (from === -Infinity && to === Infinity) return 'all'
  const times = [
    ...(from > -Infinity ? [sql`created >= ${from * 1000}::bigint`] : []),
    ...(to < Infinity ? [sql`created < ${to * 1000}::bigint`] : []),
  ]
  const first = from > -Infinity ? firstRowOf(Math.min(from, lastSecond)) : -Infinity
  return within({ first, stop: to <= lastSecond ? firstRowOf(to) : Infinity }, times)
}

function valueBound({ field, value, whole }: ValueQuery): Bound {
  switch (field) {
    case 'state':
      return anyOf(statesOf(value).map((state) => term(lexeme(ownLists.state, state))))
    case 'id':
      return isStorable(value)
        ? condition(sql`hashtextextended(id, 0) = hashtextextended(${value}::text, 0) AND id = ${value}::text`)
        : 'none'
    case 'key':
      return fold(value) === '' ? condition(sql`api_key = ''`) : term(lexeme(valueLists.key, fold(value)))
    case 'domain': {
      const domain = fold(value).replace(/^@/, '')
      return term(lexeme(whole ? ownLists.wholeDomain : valueLists.domain, domain))
    }
  }
}

function flagBound({ field, value }: FlagQuery): Bound {
  const list = field === 'opened' ? ownLists.opens : ownLists.clicks
  return anyOf(buckets(value ? 1 : 0, value ? mostCounted : 0).map((bucket) => term(lexeme(list, bucket))))
}

type Compare = NumberQuery['comparison']
const compare: Record<Compare, (actual: number, value: number) => boolean> = {
  '=': (actual, value) => actual === value,
  '>': (actual, value) => actual > value,
  '>=': (actual, value) => actual >= value,
  '<': (actual, value) => actual < value,
  '<=': (actual, value) => actual <= value,
}

/** Each number below a limit has a separate term. For larger numbers, the column decides. */
function countBound({ field, comparison, value }: NumberQuery): Bound {
  const list = field === 'opens' ? ownLists.opens : ownLists.clicks
  const isIn = compare[comparison]
  const found = buckets(0, mostCounted - 1).filter((bucket) => isIn(bucket, value))
  const terms = found.map((bucket) => term(lexeme(list, bucket)))
  const many = term(lexeme(list, countBucket(mostCounted)))
  if (value < mostCounted) return anyOf(isIn(mostCounted, value) ? [...terms, many] : terms)
  return anyOf([...terms, bothOf([many, columnBound(field === 'opens' ? 'opens' : 'clicks', comparison, value)])])
}

/** Sizes of 64 KB and more, or below 1 KB, are rare enough for the index to help. */
const rareFrom = sizeBucket(2 ** 16)
const rareBelow = sizeBucket(2 ** 10)

function sizeBound({ comparison, value }: NumberQuery): Bound {
  const exact = columnBound('size', comparison, value)
  const border = sizeBucket(Math.max(0, Math.min(value, Number.MAX_SAFE_INTEGER)))
  if (comparison === '=') return bothOf([sizeTerm(border), exact])
  if (comparison.startsWith('<')) {
    return border < rareBelow ? bothOf([anyOf(buckets(0, border).map((bucket) => sizeTerm(bucket))), exact]) : exact
  }
  return border < rareFrom ? exact : bothOf([anyOf(largerSizes(border)), exact])
}

/**
 * Covers large sizes with few terms, because the planner expects many rows from many terms. There is one term for each
 * bucket up to the next multiple of ten, and prefixes cover all larger buckets. The prefixes also match messages of a
 * few bytes, which the column then excludes.
 */
function largerSizes(border: number): Bound[] {
  const beyond = ['1', '2'].map((begin) => sizeTerm(begin, true))
  if (border >= 100) return beyond
  const ten = Math.floor(border / 10)
  const own = buckets(border, ten * 10 + 9).map((bucket) => sizeTerm(bucket))
  return [...own, ...buckets(ten + 1, 9).map((begin) => sizeTerm(begin, true)), ...beyond]
}

function sizeTerm(bucket: number | string, grows = false): Bound {
  return term(lexeme(ownLists.size, bucket), grows)
}

function columnBound(column: 'size' | 'opens' | 'clicks', comparison: Compare, value: number): Bound {
  const given = sql`${value}::float8`
  switch (column) {
    case 'size':
      return condition(compared(sql`size`, comparison, given))
    case 'opens':
      return condition(compared(sql`opens`, comparison, given))
    case 'clicks':
      return condition(compared(sql`clicks`, comparison, given))
  }
}

function compared(column: ReturnType<typeof sql>, comparison: Compare, value: ReturnType<typeof sql>) {
  switch (comparison) {
    case '=':
      return sql`${column} = ${value}`
    case '>':
      return sql`${column} > ${value}`
    case '>=':
      return sql`${column} >= ${value}`
    case '<':
      return sql`${column} < ${value}`
    case '<=':
      return sql`${column} <= ${value}`
  }
}

function buckets(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
