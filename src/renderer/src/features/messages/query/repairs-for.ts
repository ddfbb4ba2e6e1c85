import { repairsOf, singleWords, withRepair, type Repair } from '#shared/domain/query/repairs.ts'
import { textFields } from '#shared/contract/base/search-limits.ts'
import type { Host } from '../../../lib/host/host.ts'

/** More would be a list to read, and not a repair. */
const mostOffered = 3
/** Each word costs a look into the dictionaries. */
const mostWords = 8

/** What a search without matches may have meant: conditions that it names otherwise, and words like those the archive has. */
export async function repairsFor(
  host: Host,
  accountId: string,
  { text, dayFirst }: { text: string; dayFirst: boolean },
): Promise<Repair[]> {
  const own = repairsOf(text, { dayFirst })
  const words = singleWords(text)
    .filter(({ from, to }) => !own.some((repair) => repair.from < to && from < repair.to))
    .slice(0, mostWords)
  const found = await Promise.all(
    words.map(async ({ from, to, word, field: name }) => {
      const field = textFields.find((known) => known === name) ?? null
      const nearest = await host.invoke('messages.nearest', { accountId, word, field })
      return nearest.map((insert) => withRepair(text, { from, to, insert }))
    }),
  )
  return [...own, ...found.flat()].slice(0, mostOffered)
}
