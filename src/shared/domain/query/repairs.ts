import { editDistance } from '../../text/edit-distance.ts'
import { stateNames, statesOf } from './states.ts'
import { fieldKind, similarField } from './fields.ts'
import { fold } from './fold.ts'
import { notClosed, notOpened, parse, type QueryError } from './parse.ts'
import { isDate, writtenDate } from './period.ts'
import { isHalfMeta, quote, scanTerm, type Scanned } from './scan.ts'

type Place = { readonly from: number; readonly to: number }

/** A change that turns a query into what was probably meant. */
export type Repair = {
  /** The repair’s position: a term, or the sign highlighted as an error. */
  readonly at: Place
  /** The label of the repair’s button: the new term, or the entire query if only signs change. */
  readonly label: string
  /** The entire query with this change. */
  readonly text: string
}

/** Words that users rarely search for as text, each with the condition that it usually means. */
const meanings: ReadonlyMap<string, string> = new Map([
  ...stateNames.map((name) => [name, `state:${name}`] as const),
  ['bounce', 'state:bounced'],
  ['undelivered', 'state:failed'],
  ['opened', 'opened:yes'],
  ['unopened', 'opened:no'],
  ['clicked', 'clicked:yes'],
  ['today', 'on:today'],
  ['yesterday', 'on:yesterday'],
])

/** Returns the condition that a word or a date without a field names, or null if it names none. */
function meaningOf(word: string, dayFirst: boolean): string | null {
  const meant = meanings.get(word.toLowerCase())
  if (meant !== undefined) return meant
  const day = writtenDate(word, dayFirst)
  return day === null ? null : `on:${day}`
}

/** Returns the conditions named by words that begin with `start`. They are offered while a word is being typed. */
export function meaningsFrom(start: string): string[] {
  const typed = start.toLowerCase()
  if (typed.length < 3) return []
  return [...new Set([...meanings].filter(([word]) => word.startsWith(typed)).map(([, condition]) => condition))]
}

export function withRepair(text: string, at: Place, insert: string): Repair {
  return { at, label: insert, text: text.slice(0, at.from) + insert + text.slice(at.to) }
}

/**
 * Finds the repairs for which the query alone is enough, in text order. `dayFirst`: whether the reader writes the day
 * in 10/11/2026 first.
 */
export function repairsOf(text: string, { dayFirst }: { dayFirst: boolean }): Repair[] {
  const { errors, marks } = parse(text)
  const ofTerms = marks.flatMap(({ from, to }, at) => {
    const term = scanTerm(text, from, (name) => fieldKind(name) !== null)
    const isBetween = at > 0 && at < marks.length - 1
    const isJoin = isBetween && (term.text === 'or' || term.text === 'and') && term.field === null && !term.quoted
    const repaired = isJoin ? term.text.toUpperCase() : repairedTerm(term, text.slice(from, to), dayFirst)
    const inserts = [repaired, ...(isHalfMetaTerm(term) ? [quote(term.text)] : [])]
    return inserts.flatMap((insert) => (insert === null ? [] : [withRepair(text, { from, to }, insert)]))
  })
  return [...ofTerms, ...closedGroups(text, errors), ...openedGroups(text, errors)]
}

/** Adds all missing parentheses at once, because a separate repair for each would have the same result. */
function closedGroups(text: string, errors: readonly QueryError[]): Repair[] {
  const open = errors.filter(({ message }) => message === notClosed)
  const closed = text + ')'.repeat(open.length)
  return open.slice(0, 1).map((at) => ({ at, label: closed, text: closed }))
}

function openedGroups(text: string, errors: readonly QueryError[]): Repair[] {
  const closing = errors.filter(({ message }) => message === notOpened)
  const ends = [0, ...closing.map(({ to }) => to)]
  const opened = ends.map((end, part) => text.slice(end, closing[part]?.from)).join('')
  return closing.slice(0, 1).map((at) => ({ at, label: opened, text: opened }))
}

/** `meta.com` is an unfinished condition, or text that only looks like one. */
function isHalfMetaTerm({ field, quoted, text }: Scanned): boolean {
  return field === null && !quoted && isHalfMeta(text) && text.length > 'meta.'.length
}

function repairedTerm(term: Scanned, written: string, dayFirst: boolean): string | null {
  if (term.open) return `${written}"`
  if (term.quoted) return null
  if (isHalfMetaTerm(term)) return `${term.text}:*`
  if (term.field === null) return repairedWord(term.text, dayFirst)
  if (term.field === 'state') return repairedState(term.text)
  if (fieldKind(term.field) !== 'date' || isDate(term.text.toLowerCase().replace(/t/, 'T'))) return null
  const day = writtenDate(term.text, dayFirst)
  return day === null ? null : `${term.field}:${day}`
}

function repairedWord(text: string, dayFirst: boolean): string | null {
  const [, name, rest] = /^([a-z]+):(.+)$/is.exec(text) ?? []
  if (name === undefined) return meaningOf(text, dayFirst) ?? nearMeaning(text)
  const field = similarField(name.toLowerCase())
  if (field === null) return null
  return (field === 'state' ? repairedState(rest!) : null) ?? `${field}:${rest}`
}

/** Finds what a misspelled word such as `hardbonced` means. Short words too often mean something else. */
function nearMeaning(word: string): string | null {
  const typed = fold(word)
  if (typed.length < 6 || !/^\p{L}+$/u.test(typed)) return null
  const most = typed.length < 9 ? 1 : 2
  return [...meanings].find(([name]) => editDistance(typed, name, most) <= most)?.[1] ?? null
}

/** Returns null if all states are valid, so that no repair is needed, or if one of them resembles no known state. */
function repairedState(written: string): string | null {
  const values = written.split(',')
  const known = values.map(nearestState)
  if (known.some((state) => state === null) || known.every((state, at) => state === values[at])) return null
  // `opened` isn’t a state, but a separate condition.
  const others = known.filter((name) => name!.includes(':'))
  const states = known.filter((name) => !name!.includes(':'))
  const alternatives = [...others, ...(states.length > 0 ? [`state:${states.join(',')}`] : [])]
  return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(' OR ')})`
}

function nearestState(written: string): string | null {
  const typed = fold(written)
  const isKnown = statesOf(typed).some((state) => stateNames.includes(state))
  if (isKnown) return written
  const meant = meanings.get(typed)
  if (meant !== undefined) return meant.replace(/^state:/, '')
  const near = stateNames
    .map((name) => ({ name, apart: editDistance(typed, name, 2) }))
    .filter(({ apart }) => apart <= 2)
    .sort((a, b) => a.apart - b.apart)
  return near[0]?.name ?? null
}

/**
 * Finds words that could be misspelled. Excluded words are skipped, because they can’t be the reason for an empty
 * result.
 */
export function singleWords(text: string): { from: number; to: number; word: string; field: string | null }[] {
  return parse(text).marks.flatMap(({ from, to, isExcluded }) => {
    const term = scanTerm(text, from, (name) => fieldKind(name) !== null)
    const isWord = term.field === null || fieldKind(term.field) === 'text'
    if (!isWord || isExcluded || term.quoted || term.whole || !/^\p{L}{3,64}$/u.test(term.text)) return []
    const start = text.lastIndexOf(term.text, to)
    return [{ from: start, to: start + term.text.length, word: term.text, field: term.field }]
  })
}
