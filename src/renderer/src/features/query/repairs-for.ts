import { fold } from '#shared/domain/query/fold.ts'
import { keyRepairs, namesKeys } from '#shared/domain/query/key-repairs.ts'
import { repairsOf, singleWords, withRepair, type Repair } from '#shared/domain/query/repairs.ts'
import { quote } from '#shared/domain/query/scan.ts'
import { textFields } from '#shared/contract/base/search-limits.ts'
import type { Host } from '../../lib/host/host.ts'

/** The maximum number of suggestions. With more, users would have to read a list instead of clicking a fix. */
const mostOffered = 3
/** The maximum number of words that are corrected, because each requires a lookup in the dictionaries. */
const mostWords = 8

type SearchedWord = ReturnType<typeof singleWords>[number]

/**
 * Suggests fixes for a search without matches: conditions that exist under another name, and similar words from the
 * archive.
 */
export async function repairsFor(
  host: Host,
  accountId: string,
  { text, dayFirst }: { text: string; dayFirst: boolean },
): Promise<Repair[]> {
  const own = repairsOf(text, { dayFirst })
  const ofKeys = namesKeys(text) ? keyRepairs(text, await metadataKeys(host, accountId)) : []
  const words = singleWords(text)
    .filter(({ from, to }) => ![...own, ...ofKeys].some(({ at }) => at.from < to && from < at.to))
    .slice(0, mostWords)
  const found = await Promise.all(
    words.map(async (typed) => {
      const nearest = await nearestTo(host, accountId, typed)
      return nearest.map((insert) => withRepair(text, typed, insert))
    }),
  )
  // Several fixes may result in the same text, so each text is suggested only once.
  const distinct = new Map([...own, ...ofKeys, ...found.flat()].map((repair) => [repair.text, repair]))
  return [...distinct.values()].slice(0, mostOffered)
}

async function metadataKeys(host: Host, accountId: string): Promise<string[]> {
  const keys = await host.invoke('messages.values', { accountId, field: 'metaKeys', key: null, prefix: '' })
  return keys.map(({ value }) => value)
}

async function nearestTo(host: Host, accountId: string, typed: SearchedWord): Promise<string[]> {
  const field = textFields.find((known) => known === typed.field) ?? null
  const known = await host.invoke('messages.nearest', { accountId, word: typed.word, field })
  const written = await Promise.all(known.map((word) => asWritten(host, accountId, word, typed)))
  return [...new Set(written)]
}

/**
 * Returns a known word as spelled in its newest message, because the dictionaries contain neither accents nor capitals.
 */
async function asWritten(host: Host, accountId: string, known: string, typed: SearchedWord): Promise<string> {
  const text = `${typed.field === null ? '' : `${typed.field}:`}${quote(known)}`
  const { rows } = await host.invoke('messages.search', { accountId, text, zone: 'UTC', offset: 0, limit: 1 })
  const texts = rows.flatMap(({ subject, email, from, tags, reason }) => [subject, email, from, ...tags, reason ?? ''])
  const word = texts.flatMap((found) => found.split(/[^\p{L}\p{N}\p{M}]/u)).find((part) => fold(part) === known)
  if (word === undefined) return known
  return typed.word === typed.word.toLowerCase() ? word.toLowerCase() : word
}
