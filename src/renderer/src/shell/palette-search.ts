import { fold } from '#shared/domain/query/fold.ts'

/**
 * Ranks titles for what was typed: every word must occur; starts of words count more than middles, and an early place
 * more than a late one. Null when it does not fit.
 */
function scoreTitle(title: string, typed: string): number | null {
  const haystack = fold(title)
  let score = 0
  for (const word of fold(typed).split(/\s+/).filter(Boolean)) {
    const place = haystack.indexOf(word)
    if (place < 0) return null
    const startsWord = haystack.indexOf(` ${word}`) >= 0 || place === 0
    score += (startsWord ? 100 : 10) - Math.min(place, 9)
  }
  return score
}

export function rank<Item extends { readonly title: string }>(items: readonly Item[], typed: string): Item[] {
  return items
    .flatMap((item, index) => {
      const score = scoreTitle(item.title, typed)
      return score === null ? [] : [{ item, score, index }]
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item)
}
