import { recipientDomain, type Message } from './record.ts'
import type { NumberQuery, Query, TextQuery, ValueQuery } from '../query/ast.ts'
import { fold } from '../query/fold.ts'
import { spanOfTerm, type ReadingContext } from '../query/period.ts'
import { statesOf } from '../query/states.ts'
import { searchedWords, spelledOut, type SearchedWord } from '../query/spellings.ts'
import { foldedWords, words } from '../query/words.ts'

/**
 * Whether a record matches a query, judged only by the record. The archive’s index must agree with this function, and live
 * mode, which has no archive, uses it for filtering.
 */
export function matches(query: Query, record: Message, context: ReadingContext): boolean {
  switch (query.kind) {
    case 'all':
      return true
    case 'and':
      return query.parts.every((part) => matches(part, record, context))
    case 'or':
      return query.parts.some((part) => matches(part, record, context))
    case 'not':
      return !matches(query.part, record, context)
    case 'text':
      return matchesText(query, record)
    case 'value':
      return matchesValue(query, record)
    case 'flag':
      return (query.field === 'opened' ? record.open : record.click) > 0 === query.value
    case 'number':
      return compare[query.comparison](numberOf(query.field, record), query.value)
    case 'date':
    case 'last': {
      const second = Math.floor(record.createdDate / 1000)
      const { from, to } = spanOfTerm(query, context)
      return second >= from && second < to
    }
    case 'has':
      return metaValues(record, query.key).length > 0
  }
}

function numberOf(field: NumberQuery['field'], record: Message): number {
  return field === 'size' ? record.size : field === 'opens' ? record.open : record.click
}

const compare: Record<NumberQuery['comparison'], (actual: number, value: number) => boolean> = {
  '=': (actual, value) => actual === value,
  '>': (actual, value) => actual > value,
  '>=': (actual, value) => actual >= value,
  '<': (actual, value) => actual < value,
  '<=': (actual, value) => actual <= value,
}

function matchesValue({ field, value, whole }: ValueQuery, record: Message): boolean {
  if (field === 'state') return statesOf(value).includes(fold(record.lastState))
  if (field === 'id') return record.id === value
  if (field === 'key') return fold(record.apiKey) === fold(value)
  const domain = fold(recipientDomain(record.email))
  const wanted = fold(value).replace(/^@/, '')
  return domain === wanted || (!whole && domain.endsWith(`.${wanted}`))
}

export type MetaValue = { key: string; value: string }

/**
 * Returns the metadata as pairs of a folded key and a text. Nested values have keys such as `a.b`, and a list has one
 * pair per value.
 */
export function metaPairs(record: Pick<Message, 'meta'>): MetaValue[] {
  const pairs: MetaValue[] = []
  const visit = (key: string, value: unknown, depth: number): void => {
    if (value == null) return
    if (typeof value !== 'object') pairs.push({ key: fold(key), value: String(value) })
    else if (depth < 4 && Array.isArray(value)) for (const entry of value.slice(0, 100)) visit(key, entry, depth + 1)
    else if (depth < 4)
      for (const [name, entry] of Object.entries(value)) visit(key === '' ? name : `${key}.${name}`, entry, depth + 1)
  }
  visit('', record.meta, 0)
  return pairs
}

function metaValues(record: Message, key: string): string[] {
  const wanted = fold(key)
  return metaPairs(record).flatMap((pair) => (pair.key === wanted ? [pair.value] : []))
}

/**
 * Whether a text has the form `someone@somewhere`. If so, it is compared with whole addresses instead of their words.
 */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

/** Returns the texts of a record that a field covers. Each of them is searched separately. */
function textsOf(field: TextQuery['field'], key: string | null, record: Message): string[] {
  switch (field) {
    case 'to':
      return [record.email]
    case 'from':
      return [record.from]
    case 'subject':
      return [record.subject]
    case 'tag':
      return record.tags
    case 'reason':
      return record.reason ? [record.reason] : []
    case 'meta':
      return metaValues(record, key ?? '')
    case null:
      return [
        record.email,
        record.from,
        record.subject,
        ...record.tags,
        record.reason ?? '',
        ...metaPairs(record).map((pair) => pair.value),
      ]
  }
}

export function matchesText({ field, key, text, mode }: TextQuery, record: Message): boolean {
  const wanted = fold(text)
  const texts = textsOf(field, key, record)
  if (mode === 'part') return texts.some((found) => fold(found).includes(wanted))
  const wholeAddress = isAddress(text) && (field === 'to' || field === 'from')
  if (mode === 'whole' || (wholeAddress && mode === 'words')) return texts.some((found) => fold(found) === wanted)
  if (wholeAddress) return texts.some((found) => fold(found).startsWith(wanted))
  const searched = searchedWords(text)
  return texts.some((found) => hasRun(found, searched, mode === 'prefix'))
}

function hasRun(text: string, run: readonly SearchedWord[], prefix: boolean): boolean {
  const all = words(text)
  // Other spellings of the text are needed only if a word has several.
  const spelled = run.some(({ possible }) => possible.length > 0) ? foldedWords(spelledOut(text)) : all
  for (let start = 0; start + run.length <= all.length; start++) {
    let at = 0
    while (at < run.length) {
      const grows = prefix && at === run.length - 1
      if (!isWord(run[at]!, { folded: all[start + at]!, spelled: spelled[start + at]! }, grows)) break
      at++
    }
    if (at === run.length) return run.length > 0
  }
  return false
}

function isWord(wanted: SearchedWord, found: { folded: string; spelled: string }, grows: boolean): boolean {
  const is = (text: string, word: string) => (grows ? text.startsWith(word) : text === word)
  if (is(found.folded, wanted.word) || wanted.same.some((word) => is(found.folded, word))) return true
  return wanted.possible.some((word) => is(found.folded, word)) && is(found.spelled, wanted.spelled)
}
