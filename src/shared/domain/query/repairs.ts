import { editDistance } from '../../text/edit-distance.ts'
import { stateNames, statesOf } from './states.ts'
import { fieldKind, similarField } from './fields.ts'
import { fold } from './fold.ts'
import { notClosed, notOpened, parse } from './parse.ts'
import { isDate, writtenDate } from './period.ts'
import { isHalfMeta, scanTerm, type Scanned } from './scan.ts'

/** One change to a query that makes it what was probably meant. */
export type Repair = {
  /** What it replaces. */
  readonly from: number
  readonly to: number
  readonly insert: string
  /** The whole query with this change. */
  readonly text: string
}

/** Words that name a condition, for which a message is rarely searched. */
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

/** The condition that a word or a date without a field names. */
function meaningOf(word: string, dayFirst: boolean): string | null {
  const meant = meanings.get(word.toLowerCase())
  if (meant !== undefined) return meant
  const day = writtenDate(word, dayFirst)
  return day === null ? null : `on:${day}`
}

/** The conditions whose names begin with a word, offered while it is typed. */
export function meaningsFrom(start: string): string[] {
  const typed = start.toLowerCase()
  if (typed.length < 3) return []
  return [...new Set([...meanings].filter(([word]) => word.startsWith(typed)).map(([, condition]) => condition))]
}

export function withRepair(text: string, { from, to, insert }: Omit<Repair, 'text'>): Repair {
  return { from, to, insert, text: text.slice(0, from) + insert + text.slice(to) }
}

/** What can be repaired by the query alone, in the order of the text. `dayFirst`: how the reader writes 10/11/2026. */
export function repairsOf(text: string, { dayFirst }: { dayFirst: boolean }): Repair[] {
  const { errors, marks } = parse(text)
  const repairs: Repair[] = []
  const add = (from: number, to: number, insert: string | null) => {
    if (insert !== null) repairs.push(withRepair(text, { from, to, insert }))
  }
  for (const [at, { from, to }] of marks.entries()) {
    const term = scanTerm(text, from, (name) => fieldKind(name) !== null)
    const isBetween = at > 0 && at < marks.length - 1
    const isJoin = isBetween && (term.text === 'or' || term.text === 'and') && term.field === null && !term.quoted
    add(from, to, isJoin ? term.text.toUpperCase() : repairedTerm(term, text.slice(from, to), dayFirst))
  }
  for (const { from, to, message } of errors) {
    if (message === notClosed) add(text.length, text.length, ')')
    if (message === notOpened) add(from, to, '')
  }
  return repairs
}

function repairedTerm(term: Scanned, written: string, dayFirst: boolean): string | null {
  if (term.open) return `${written}"`
  if (term.quoted) return null
  if (term.field === null) return repairedWord(term.text, dayFirst)
  if (term.field === 'state') return repairedState(term.text)
  if (fieldKind(term.field) !== 'date' || isDate(term.text.toLowerCase().replace(/t/, 'T'))) return null
  const day = writtenDate(term.text, dayFirst)
  return day === null ? null : `${term.field}:${day}`
}

function repairedWord(text: string, dayFirst: boolean): string | null {
  if (isHalfMeta(text)) return text.length > 'meta.'.length ? `${text}:*` : null
  const [, name, rest] = /^([a-z]+):(.+)$/is.exec(text) ?? []
  if (name === undefined) return meaningOf(text, dayFirst)
  const field = similarField(name.toLowerCase())
  if (field === null) return null
  return (field === 'state' ? repairedState(rest!) : null) ?? `${field}:${rest}`
}

/** Null where each state is one that the service has. */
function repairedState(written: string): string | null {
  const values = written.split(',')
  const known = values.map(nearestState)
  if (known.some((state) => state === null) || known.every((state, at) => state === values[at])) return null
  const [only] = known
  return known.length === 1 && only !== undefined && /:/.test(only!) ? only! : `state:${known.join(',')}`
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

/** The words whose nearest known words may be what was meant. */
export function singleWords(text: string): { from: number; to: number; word: string; field: string | null }[] {
  return parse(text).marks.flatMap(({ from, to }) => {
    const term = scanTerm(text, from, (name) => fieldKind(name) !== null)
    const isWord = term.field === null || fieldKind(term.field) === 'text'
    if (!isWord || term.quoted || term.whole || !/^\p{L}{3,64}$/u.test(term.text)) return []
    const start = text.lastIndexOf(term.text, to)
    return [{ from: start, to: start + term.text.length, word: term.text, field: term.field }]
  })
}
