import type { NearestRequest } from '#shared/domain/messages/search.ts'
import { NearWords } from '../../common/near-words.ts'
import { postingRows } from '../index/posting.ts'
import { wordLists } from '../index/terms.ts'
import { BlockReader } from './block-reader.ts'
import { until } from './deadline.ts'
import type { BlockSource } from './part-cache.ts'

/** The time limit in milliseconds. Five thousand words with the same first letter take only a few milliseconds. */
const timeSpent = 30

const decoder = new TextDecoder()

/**
 * Likely corrections of a misspelled word, nearest first, taken from the newest messages. Empty if those messages
 * contain a word that begins with the given word. The first letter is assumed to be correct.
 */
export function nearestWords({ database, blocks, cache }: BlockSource, { word, field }: NearestRequest): string[] {
  const list = field === null ? null : wordLists[field]
  const words = new NearWords(word)
  const deadline = until(timeSpent)
  for (const block of blocks.toReversed()) {
    if (deadline.passed()) break
    new BlockReader(database, block, cache).entries(words.firstLetter, (page, termAt, termLength, at, length) => {
      const term = decoder.decode(page.subarray(termAt, termAt + termLength))
      if (list !== null && !term.endsWith(list)) return
      words.add(term.slice(0, -2), () => postingRows(page, at, length).length)
    })
    if (words.isKnown) return []
  }
  return words.nearest()
}
