import { and, everything, not, or, type Query } from './ast.ts'
import { fieldKind } from './fields.ts'
import { readTerm } from './read-term.ts'
import { scanTerm, type Scanned } from './scan.ts'

/** An error with its offsets in the text, so that it can be highlighted there. */
export type QueryError = {
  from: number
  to: number
  message: string
  hint: string
  /** Whether an entire condition is lost, in which case the remaining ones alone would find too much. */
  isUnreadable: boolean
  /** Whether the value is missing, which is not yet an error while the query is being typed. */
  isUnfinished: boolean
}

export const notClosed = 'This parenthesis is not closed.'
export const notOpened = 'This parenthesis has no matching opening one.'

/** A term’s position, for colouring the text. */
export type QueryMark = {
  from: number
  to: number
  field: string | null
  /** Whether messages that match the term are excluded, because it is negated or in a negated group. */
  isExcluded: boolean
}

export type ParsedQuery = { query: Query; errors: QueryError[]; marks: QueryMark[] }

type Group = {
  alternatives: Query[]
  parts: Query[]
  negated: boolean
  /** Whether a negation precedes the group. */
  groupNegated: boolean
  isExcluded: boolean
  openedAt: number
  /** The position of an OR that has no right side so far. */
  orAt: number | null
  /** The nesting depth of the inner groups that have several parts or are negated. */
  depth: number
}

/** Limits nesting, because functions that read a query are recursive and the call stack is finite. */
const deepest = 1000

const operators = /^(AND|OR|NOT)(?=[\s()]|$)/

/**
 * Reads a query. Adjacent words must all match; OR binds less tightly; `-` or NOT negates; parentheses group. An error is
 * returned, not thrown, and never hides the rest. Open groups are kept in a list, not on the call stack, so that five thousand
 * opening parentheses do no harm. A word has the same meaning wherever it occurs.
 */
export function parse(text: string): ParsedQuery {
  const errors: QueryError[] = []
  const marks: QueryMark[] = []
  const groups: Group[] = [newGroup(0)]
  const isField = (name: string): boolean => fieldKind(name) !== null
  const complain = (from: number, to: number, message: string, hint: string, lost?: Lost) =>
    errors.push({ from, to, message, hint, isUnreadable: lost !== undefined, isUnfinished: lost === 'unfinished' })
  let at = 0

  while (at < text.length) {
    const group = groups.at(-1)!
    const sign = text[at]!
    if (/\s/.test(sign)) {
      at++
      continue
    }
    if (sign === '(') {
      groups.push(newGroup(at, group))
      group.negated = false
      at++
      continue
    }
    if (sign === ')') {
      if (groups.length === 1) complain(at, at + 1, notOpened, 'Remove it, or add ( before it.')
      else closeGroup(groups, complain)
      at++
      continue
    }
    const operator = operators.exec(text.slice(at, at + 4))?.[1]
    if (operator !== undefined) {
      if (operator === 'NOT') group.negated = !group.negated
      else if (group.parts.length === 0)
        complain(
          at,
          at + operator.length,
          `${operator} has nothing before it.`,
          'Write a word before it, or put it in quotes to search for it.',
        )
      else if (operator === 'OR') startAlternative(group, at)
      at += operator.length
      continue
    }
    if (sign === '-' && /[^\s)]/.test(text[at + 1] ?? ' ')) {
      group.negated = !group.negated
      at++
      continue
    }
    const term = scanTerm(text, at, isField)
    add(group, term)
    at = term.to
  }
  while (groups.length > 1) {
    const { openedAt } = groups.at(-1)!
    complain(openedAt, openedAt + 1, notClosed, 'Add ) where the group ends.')
    closeGroup(groups, complain)
  }
  return { query: finish(groups[0]!, complain), errors: errors.sort((a, b) => a.from - b.from), marks }

  function add(group: Group, term: Scanned): void {
    const { query, misread, isUnfinished = false } = readTerm(term)
    const isExcluded = group.isExcluded !== group.negated
    marks.push({ from: term.from, to: term.to, field: term.field, isExcluded })
    const lost = query !== null ? undefined : isUnfinished ? 'unfinished' : 'unreadable'
    if (misread) complain(term.from, term.to, misread.message, misread.hint, lost)
    else if (term.open) complain(term.from, term.to, 'The closing quote is missing.', 'Add " where the phrase ends.')
    const negated = group.negated
    group.negated = false
    if (query === null) return
    group.orAt = null
    group.parts.push(negated ? not(query) : query)
  }
}

/** The reason for leaving a condition out of the query. */
type Lost = 'unfinished' | 'unreadable'
type Complain = (from: number, to: number, message: string, hint: string) => void

function newGroup(openedAt: number, outer?: Group): Group {
  const groupNegated = outer?.negated ?? false
  const isExcluded = (outer?.isExcluded ?? false) !== groupNegated
  return { alternatives: [], parts: [], negated: false, groupNegated, isExcluded, openedAt, orAt: null, depth: 0 }
}

/**
 * Finds the first condition that had to be left out. While the user is typing, a condition without a value is not
 * reported.
 */
export function unreadableIn(text: string, { isTyped }: { isTyped: boolean }): QueryError | undefined {
  return parse(text).errors.find(({ isUnreadable, isUnfinished }) => isUnreadable && !(isTyped && isUnfinished))
}

function startAlternative(group: Group, at: number): void {
  group.alternatives.push(and(group.parts))
  group.parts = []
  group.orAt = at
}

function finish(group: Group, complain: Complain): Query {
  if (group.orAt !== null)
    complain(
      group.orAt,
      group.orAt + 2,
      'OR has nothing after it.',
      'Write a word after it, or put it in quotes to search for it.',
    )
  const alternatives = group.parts.length > 0 ? [...group.alternatives, and(group.parts)] : group.alternatives
  return alternatives.length === 0 ? everything : or(alternatives)
}

function closeGroup(groups: Group[], complain: Complain): void {
  const group = groups.pop()!
  const outer = groups.at(-1)!
  const query = finish(group, complain)
  // An empty group has no meaning. In particular, `a OR ()` must not match everything.
  if (query.kind === 'all') return
  const isPlain = !group.groupNegated && group.alternatives.length === 0 && group.parts.length === 1
  const depth = isPlain ? group.depth : group.depth + 1
  if (depth > deepest) {
    const { openedAt } = group
    complain(openedAt, openedAt + 1, 'The groups are nested too deeply.', `Nest at most ${deepest} groups.`)
    return
  }
  outer.depth = Math.max(outer.depth, depth)
  outer.orAt = null
  outer.parts.push(group.groupNegated ? not(query) : query)
}
