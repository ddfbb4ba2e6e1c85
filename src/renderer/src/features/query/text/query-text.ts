import { and } from '#shared/domain/query/ast.ts'
import { completed } from '#shared/domain/query/completed.ts'
import { isAddress } from '#shared/domain/messages/matches.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { print } from '#shared/domain/query/print.ts'

/** A condition shown as a removable chip. The two ends of a period may be at different positions in the text. */
export type Chip = {
  readonly text: string
  readonly from: number
  readonly parts: readonly Part[]
  /** Why the condition is not applied. */
  readonly problem: string | null
}
type Part = { readonly from: number; readonly to: number }

type Piece = Part & { readonly kind: 'term' | '(' | ')' | 'join' | 'not'; readonly field: string | null }

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  const between = (end: number) => {
    for (const { 0: sign, index } of text.slice(done, end).matchAll(/[()-]|OR|AND|NOT/g)) {
      const kind = sign === '(' || sign === ')' ? sign : sign === '-' || sign === 'NOT' ? 'not' : 'join'
      pieces.push({ kind, field: null, from: done + index, to: done + index + sign.length })
    }
  }
  for (const { from, to, field } of parse(text).marks) {
    between(from)
    pieces.push({ kind: 'term', field, from, to })
    done = to
  }
  between(text.length)
  return pieces
}

/** A top-level part of the query: a term or an entire group, including its negation. */
type Unit = Part & { readonly terms: readonly Piece[] }

function unitsOf(pieces: readonly Piece[]): Unit[] {
  const units: Unit[] = []
  let depth = 0
  let start: number | null = null
  let terms: Piece[] = []
  for (const piece of pieces) {
    if (piece.kind === 'join' && depth === 0) start = null
    else start ??= piece.from
    if (piece.kind === '(') depth++
    if (piece.kind === ')') depth = Math.max(0, depth - 1)
    if (piece.kind === 'term') terms.push(piece)
    if (depth > 0 || start === null || (piece.kind !== 'term' && piece.kind !== ')')) continue
    units.push({ from: start, to: piece.to, terms })
    start = null
    terms = []
  }
  return units
}

/** Whether the query is an OR at the top level. A term appended to it would belong only to its last side. */
function isOr(text: string, pieces: readonly Piece[] = piecesOf(text)): boolean {
  let depth = 0
  return pieces.some(({ kind, from }) => {
    depth = kind === '(' ? depth + 1 : kind === ')' ? Math.max(0, depth - 1) : depth
    return kind === 'join' && depth === 0 && text.startsWith('OR', from)
  })
}

/**
 * Returns the conditions of a query that name a field; with `words`, all of its conditions. A group is a single
 * condition, because its parts mean something else on their own.
 */
export function shownChips(text: string, { words = false } = {}): Chip[] {
  const { errors } = parse(text)
  let next = 0
  // Chips and errors are both in text order.
  const problem = ({ from, to }: Part) => {
    while (next < errors.length && errors[next]!.to <= from) next++
    const error = errors[next]
    return error !== undefined && error.from < to ? error.message : null
  }
  const pieces = piecesOf(text)
  const chips = unitsOf(pieces)
    .filter(({ terms }) => words || terms.some(({ field }) => field !== null))
    // A field without a value is not a condition yet.
    .filter(({ from, to }) => !/^-?[^\s:()]+:$/.test(text.slice(from, to)))
    .map(({ from, to }) => ({
      text: text.slice(from, to),
      from,
      parts: [{ from, to }],
      problem: problem({ from, to }),
    }))
  const [begins, ...laterBegins] = chips.filter((chip) => /^after:\S+$/i.test(chip.text))
  const [ends, ...laterEnds] = chips.filter((chip) => /^before:\S+$/i.test(chip.text))
  const isPeriod = laterBegins.length + laterEnds.length === 0 && !isOr(text, pieces)
  if (!begins || !ends || !isPeriod) return chips
  // Both ends of a period form one chip, because half a period would be a different search.
  const [first, second] = begins.from < ends.from ? [begins, ends] : [ends, begins]
  const whole = {
    ...first,
    problem: first.problem ?? second.problem,
    text: `${first.text} ${second.text}`,
    parts: [...first.parts, ...second.parts],
  }
  return chips.flatMap((chip) => (chip === first ? [whole] : chip === second ? [] : [chip]))
}

export function withoutChip(text: string, { parts }: Pick<Chip, 'parts'>): string {
  return without(text, parts)
}

/**
 * Removes parts of a query so that the rest keeps its meaning: no OR is left with only one side, and no negation is
 * transferred to the next term.
 */
function without(text: string, parts: readonly Part[]): string {
  const kept: Piece[] = []
  const last = () => kept.at(-1)?.kind
  const drop = (...kinds: readonly Piece['kind'][]) => {
    while (kinds.includes(last() ?? 'term')) kept.pop()
  }
  let part = 0
  for (const piece of piecesOf(text)) {
    // Parts and pieces are both in text order.
    while (part < parts.length && parts[part]!.to < piece.to) part++
    if (part < parts.length && piece.from >= parts[part]!.from) {
      if (piece.kind === 'term') drop('not')
    } else if (piece.kind === 'join') {
      if (last() === 'term' || last() === ')') kept.push(piece)
    } else if (piece.kind === ')') {
      drop('join', 'not')
      if (last() === '(') {
        kept.pop()
        drop('not')
      } else if (last() === 'term' && kept.at(-2)?.kind === '(') kept.splice(-2, 1)
      else kept.push(piece)
    } else kept.push(piece)
  }
  drop('join', 'not')
  return kept
    .map(({ from, to, kind }, at) => {
      const sign = text.slice(from, to)
      const opens = kind === '(' || sign === '-'
      return opens || kept[at + 1]?.kind === ')' ? sign : `${sign} `
    })
    .join('')
    .trim()
}

/** Returns the terms for these fields that apply to the entire query, in text order. */
function termsOf(text: string, fields: readonly string[]): Part[] {
  const pieces = piecesOf(text)
  if (isOr(text, pieces)) return []
  // A unit that does not begin with its term is a group or is negated.
  return unitsOf(pieces).filter(({ from, terms: [term] }) => term?.from === from && fields.includes(term.field ?? ''))
}

/**
 * Sets a field to a value, or removes it if `term` is null. If `field` is null, the term is added. The rest of the query
 * is unchanged, except that an OR is put into brackets.
 */
export function withTerm(text: string, field: string | null, term: string | null): string {
  const whole = completed(text)
  const parts = field === null ? [] : termsOf(whole, [field])
  const rest = parts.length > 0 ? without(whole, parts) : whole.trim()
  if (term === null || rest === '') return term ?? rest
  return `${isOr(rest) ? `(${rest})` : rest} ${term}`
}

export function valueOf(text: string, field: string): string | null {
  const part = termsOf(text, [field])[0]
  return part ? text.slice(part.from + field.length + 1, part.to) : null
}

/**
 * Returns the query without the condition being typed at this position: the values suggested for it are counted among
 * the matches of the rest. The other side of an OR does not affect them.
 */
export function othersAt(text: string, at: number): string {
  let [from, to, depth] = [0, text.length, 0]
  for (const piece of piecesOf(text)) {
    if (piece.kind === '(') depth++
    else if (piece.kind === ')') depth = Math.max(0, depth - 1)
    else if (piece.kind === 'join' && depth === 0 && text.startsWith('OR', piece.from)) {
      if (piece.from >= at) {
        to = piece.from
        break
      }
      from = piece.to
    }
  }
  const side = text.slice(from, to)
  const place = at - from
  const unit = unitsOf(piecesOf(side)).find((one) => one.from <= place && place <= one.to)
  if (!unit) return side.trim()
  const rest = without(side, [unit])
  if (side[unit.from] !== '(') return rest
  const inside = side.slice(unit.from + 1, side[unit.to - 1] === ')' ? unit.to - 1 : unit.to)
  return `${othersAt(inside, place - unit.from - 1)} ${rest}`.trim()
}

export function isDated(text: string): boolean {
  return parse(text).marks.some(({ field }) => field !== null && periodFields.includes(field))
}

const lowerCase = (field: string) => field.toLowerCase()
const periodFields: readonly string[] = ['after', 'before', 'on', 'last']

/** Returns the terms that restrict the period of the entire query. */
export function datedTerms(text: string): string[] {
  return termsOf(text, periodFields).map(({ from, to }) => text.slice(from, to).replace(/^[a-z]+/i, lowerCase))
}

/** Replaces a query’s period with another in query syntax; null means all time. */
export function withPeriod(text: string, period: string | null): string {
  let rest = completed(text).trim()
  // A period in brackets may apply to the entire query once the adjacent term has been removed.
  for (let parts = termsOf(rest, periodFields); parts.length > 0; parts = termsOf(rest, periodFields)) {
    rest = without(rest, parts)
  }
  return period === null ? rest : withTerm(rest, 'after', period)
}

/**
 * Returns the conditions that must all hold, each with the query that remains without it. Empty for a single condition
 * and for more than `max`, because the remainders of a thousand words contain a million words.
 */
export function conditionsOf(text: string, max: number): { text: string; others: string }[] {
  const { query } = parse(text)
  if (query.kind !== 'and' || query.parts.length > max) return []
  const written = unitsOf(piecesOf(text))
  const isEach = written.length === query.parts.length
  return query.parts.map((part, at) => ({
    // Uses the text as typed if each part is written separately, because syntax that the user didn’t type would look
    // like an error.
    text: isEach ? text.slice(written[at]!.from, written[at]!.to) : print(part),
    others: print(and(query.parts.filter((other) => other !== part))),
  }))
}

/** Returns the only term of a query, as typed; null if there are several or none, or if it is negated. */
export function singleTerm(text: string): string | null {
  const { query } = parse(text)
  return ['all', 'and', 'or', 'not'].includes(query.kind) ? null : text.trim()
}

/**
 * Returns the first recipient whose address a search requires; null if there is none. That recipient’s own page shows
 * more than an empty list would.
 */
export function addressIn(text: string): string | null {
  const { query } = parse(text)
  const terms = query.kind === 'and' ? query.parts : [query]
  for (const term of terms) {
    if (term.kind === 'text' && (term.field === null || term.field === 'to') && isAddress(term.text)) return term.text
  }
  return null
}
