import { joinSql, sql, type Sql } from '../connection/sql.ts'
import { isStorable, longestTerm } from '../connection/storable.ts'

/**
 * A condition on rows. `terms` is text for a tsquery; several conditions on terms are combined into one, because the
 * index then intersects them without reading a row.
 */
export type Bound =
  | 'all'
  | 'none'
  | { readonly terms: TermCondition | null; readonly others: readonly Sql[]; readonly rows?: RowBorders | undefined }

/** Rows from `first` up to but not including `stop`. No other row can match; `others` includes the same limit. */
export type RowBorders = { readonly first: number; readonly stop: number }

/**
 * `sure`: rows that certainly match a query. `maybe`: rows that may match. Rows in `maybe` but not in `sure` are judged
 * by their records (`matches`). Records that the server can’t store as text are always judged.
 */
export type Bounds = { readonly sure: Bound; readonly maybe: Bound }

export function decided(bound: Bound): Bounds {
  return { sure: bound, maybe: bound }
}

/** Whether no record needs to be judged. */
export function isDecided({ sure, maybe }: Bounds): boolean {
  return sure === maybe
}

export function doubtful(maybe: Bound): Bounds {
  return { sure: 'none', maybe }
}

type TermCondition = {
  readonly text: string
  /** Whether every match has at least one of the terms, so that the index finds all matches. */
  readonly isAnchored: boolean
}

/** A term or, if it `grows`, all terms that begin with it. */
export function term(lexeme: string, grows = false): Bound {
  // A record with such a term is stored without terms and judged separately, so the term finds no rows.
  if (!isStorable(lexeme) || lexeme.length > longestTerm) return 'none'
  const quoted = `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${grows ? ':*' : ''}`
  return { terms: { text: quoted, isAnchored: true }, others: [] }
}

export function condition(other: Sql): Bound {
  return { terms: null, others: [other] }
}

export function within({ first, stop }: RowBorders, others: readonly Sql[]): Bound {
  const rows = [
    ...(first > -Infinity ? [sql`row >= ${first}::bigint`] : []),
    ...(stop < Infinity ? [sql`row < ${stop}::bigint`] : []),
  ]
  const all = [...rows, ...others]
  return all.length === 0 ? 'all' : { terms: null, others: all, rows: { first, stop } }
}

export function bothOf(parts: readonly Bound[]): Bound {
  const terms: TermCondition[] = []
  const others: Sql[] = []
  let rows: RowBorders | undefined
  for (const part of parts) {
    if (part === 'none') return 'none'
    if (part === 'all') continue
    if (part.terms) terms.push(part.terms)
    others.push(...part.others)
    if (part.rows) rows = rows ? both(rows, part.rows) : part.rows
  }
  if (terms.length === 0 && others.length === 0) return 'all'
  return { terms: terms.length === 0 ? null : joinedTerms(terms, '&'), others, rows }
}

function both(one: RowBorders, other: RowBorders): RowBorders {
  return { first: Math.max(one.first, other.first), stop: Math.min(one.stop, other.stop) }
}

export function anyOf(parts: readonly Bound[]): Bound {
  if (parts.includes('all')) return 'all'
  const left = parts.filter((part) => part !== 'none') as Exclude<Bound, 'all' | 'none'>[]
  if (left.length === 0) return 'none'
  const terms = left.flatMap((part) => (part.others.length === 0 && part.terms ? [part.terms] : []))
  const mixed = left.filter(({ others }) => others.length > 0)
  if (mixed.length === 0) return { terms: joinedTerms(terms, '|'), others: [] }
  if (left.length === 1) return left[0]!
  const branches = mixed.map((part) => sql`(${sqlOf(part)})`)
  if (terms.length > 0) branches.push(sqlOf({ terms: joinedTerms(terms, '|'), others: [] }))
  return condition(sql`(${joinSql(branches, ' OR ')})`)
}

export function noneOf(part: Bound): Bound {
  if (part === 'all') return 'none'
  if (part === 'none') return 'all'
  if (part.others.length === 0 && part.terms) {
    return { terms: { text: `!(${part.terms.text})`, isAnchored: false }, others: [] }
  }
  return condition(sql`NOT (${sqlOf(part)})`)
}

/** Writes a bound as a condition on `message`. */
export function sqlOf(bound: Bound): Sql {
  if (bound === 'all') return sql`true`
  if (bound === 'none') return sql`false`
  const { terms, others } = bound
  return joinSql(terms ? [termSql(terms), ...others] : others, ' AND ')
}

/** Keeps the planner from using the index if the index can’t find all matches. */
function termSql({ text, isAnchored }: TermCondition): Sql {
  return isAnchored ? sql`terms @@ ${text}::tsquery` : sql`(terms @@ ${text}::tsquery) IS TRUE`
}

function joinedTerms(parts: readonly TermCondition[], operator: '&' | '|'): TermCondition {
  if (parts.length === 1) return parts[0]!
  const isAnchored = operator === '&' ? parts.some((part) => part.isAnchored) : parts.every((part) => part.isAnchored)
  return { text: parts.map(({ text }) => `(${text})`).join(` ${operator} `), isAnchored }
}
