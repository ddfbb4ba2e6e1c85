import type { NearestRequest } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { editDistance } from '#shared/text/edit-distance.ts'
import { postingRows } from '../index/posting.ts'
import { wordLists } from '../index/terms.ts'
import { BlockReader } from './block-reader.ts'
import { until } from './deadline.ts'
import type { BlockSource } from './part-cache.ts'

/** A dictionary of five thousand words with the same first letter takes a few milliseconds. */
const timeSpent = 30
const shortWord = 4
const mostReturned = 3

const decoder = new TextDecoder()

type Candidate = { word: string; apart: number; messages: number }

/**
 * Words in the newest messages that a misspelled word was probably meant to be, nearest first. Empty if the archive
 * contains words that begin with the given word. The first letter is assumed to be correct.
 */
export function nearestWords({ database, blocks, cache }: BlockSource, { word, field }: NearestRequest): string[] {
  const wanted = fold(word)
  const list = field === null ? null : wordLists[field]
  const most = wanted.length <= shortWord ? 1 : 2
  const found = new Map<string, Candidate>()
  const deadline = until(timeSpent)
  let isKnown = false
  for (const block of blocks.toReversed()) {
    if (deadline.passed()) break
    new BlockReader(database, block, cache).entries([...wanted][0] ?? '', (page, termAt, termLength, at, length) => {
      const term = decoder.decode(page.subarray(termAt, termAt + termLength))
      const known = term.slice(0, -2)
      if (list !== null && !term.endsWith(list)) return
      if (known.startsWith(wanted)) isKnown = true
      const apart = editDistance(wanted, known, most)
      if (apart > most) return
      const candidate = found.get(known) ?? { word: known, apart, messages: 0 }
      candidate.messages += postingRows(page, at, length).length
      found.set(known, candidate)
    })
    if (isKnown) return []
  }
  return [...found.values()]
    .sort((a, b) => a.apart - b.apart || b.messages - a.messages)
    .slice(0, mostReturned)
    .map((candidate) => candidate.word)
}
