import { fieldHelp, fieldKind, type FieldHelp } from './fields.ts'
import { value } from './print.ts'
import { meaningsFrom } from './repairs.ts'
import { scanTerm } from './scan.ts'

export type Suggestion = { insert: string; label: string; help: string }

export type Completion = {
  /** The part of the text that a suggestion replaces. */
  from: number
  to: number
  suggestions: Suggestion[]
  /**
   * The values to request from the archive: those of this field that begin with the prefix. `isWhole`: the text already
   * contains the `=` that precedes a complete value.
   */
  values: { field: string; key: string | null; prefix: string; isWhole: boolean } | null
}

const fixedValues: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  opened: [
    ['yes', 'opened at least once'],
    ['no', 'never opened'],
  ],
  clicked: [
    ['yes', 'at least one click'],
    ['no', 'never clicked'],
  ],
  opens: [
    ['>2', 'more than two'],
    ['0', 'none'],
  ],
  clicks: [
    ['>2', 'more than two'],
    ['0', 'none'],
  ],
  size: [
    ['>1mb', 'over one megabyte'],
    ['<10kb', 'under ten kilobytes'],
  ],
  last: [
    ['24h', 'the last 24 hours'],
    ['7d', 'today and the six days before'],
    ['3mo', 'the last three months'],
  ],
  after: [['yesterday', 'since yesterday']],
  before: [['today', 'before today']],
  on: [
    ['today', 'created today'],
    ['yesterday', 'created yesterday'],
  ],
  state: [
    ['bounced', 'hard and soft bounces'],
    ['failed', 'everything that did not arrive'],
    ['pending', 'still on its way'],
  ],
}
/** Fields with values that the archive lists. Subjects and reasons are found by their words. */
const seenValues = new Set(['to', 'from', 'tag', 'key', 'state', 'domain'])

const isField = (name: string): boolean => fieldKind(name) !== null

/** Returns suggestions at the cursor: field names, fixed values, or a request for known values. */
export function complete(text: string, cursor: number): Completion {
  const from = termStart(text, cursor)
  const typed = text.slice(from, cursor)
  const none: Completion = { from, to: cursor, suggestions: [], values: null }
  if (typed.startsWith('"')) return none
  const term = scanTerm(typed, 0, isField)
  if (term.field === null) return { ...none, ...completeField(typed.toLowerCase()) }
  // After a star, the text may occur inside a word, so it can’t be completed to a value.
  if (term.inside) return none
  const place = { from: from + term.valueFrom, to: valueEnd(text, from, cursor) }
  if (term.field === 'meta')
    return { ...none, ...place, values: { field: 'meta', key: term.key, prefix: term.text, isWhole: term.whole } }
  const prefix = term.text.toLowerCase()
  const fixed = (fixedValues[term.field] ?? []).filter(([name]) => name.startsWith(prefix) && name !== prefix)
  const suggestions = fixed.map(([name, help]) => ({ insert: name, label: name, help }))
  const values = seenValues.has(term.field)
    ? { field: term.field, key: null, prefix: term.text, isWhole: term.whole }
    : null
  return { ...none, ...place, suggestions, values }
}

/** A suggestion also replaces what follows the cursor in the same value. An open quote would contain the rest of the text. */
function valueEnd(text: string, from: number, cursor: number): number {
  const { to, open, quoted, field } = scanTerm(text, from, isField)
  if (open) return cursor
  const comma = text.indexOf(',', cursor)
  const isList = !quoted && fieldKind(field ?? '') === 'value' && comma >= 0 && comma < to
  return isList ? comma : Math.max(to, cursor)
}

function completeField(typed: string): Partial<Completion> {
  if (typed.startsWith('meta.')) return { values: { field: 'meta', key: null, prefix: typed.slice(5), isWhole: false } }
  const fields = fieldHelp.filter(({ name }) => name.startsWith(typed)).map(suggestField)
  // These conditions are only offered: Enter still searches for the plain word.
  const meant = meaningsFrom(typed).map((condition) => ({ insert: condition, label: condition, help: 'condition' }))
  return { suggestions: [...fields, ...meant] }
}

function suggestField({ name, help, example }: FieldHelp): Suggestion {
  return { insert: name === 'meta' ? 'meta.' : `${name}:`, label: name, help: `${help} (${example})` }
}

export function suggestValue(found: string): Suggestion {
  return { insert: value(found), label: found, help: '' }
}

const searchedByWords = new Set(['to', 'from', 'tag', 'meta'])

/**
 * Writes a complete value in the notation used after a field. Without the `=`, the search would also find longer
 * values.
 */
export function chosenValue(field: string, found: string): string {
  return searchedByWords.has(field) ? `=${value(found)}` : value(found)
}

/** Finds the start of the term at the cursor. Within quotes, spaces are part of it. */
function termStart(text: string, cursor: number): number {
  let start = 0
  let quoted = false
  for (let at = 0; at < cursor; at++) {
    const sign = text[at]!
    if (quoted && sign === '\\') at++
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (/[\s()]/.test(sign) || (sign === '-' && at === start))) start = at + 1
  }
  return start
}
