import { fold } from '#shared/domain/query/fold.ts'

/**
 * Scores a text against the typed text. Every word must occur. The start of a word counts more than its middle, and an
 * early match more than a late one. Returns null if the text does not match.
 */
function scoreText(text: string, typed: string): number | null {
  const haystack = fold(text)
  let score = 0
  for (const word of fold(typed).split(/\s+/).filter(Boolean)) {
    const place = haystack.indexOf(word)
    if (place < 0) return null
    const startsWord = haystack.indexOf(` ${word}`) >= 0 || place === 0
    score += (startsWord ? 100 : 10) - Math.min(place, 9)
  }
  return score
}

export function rank<Item extends { readonly title: string; readonly keywords?: string }>(
  items: readonly Item[],
  typed: string,
): Item[] {
  return items
    .flatMap((item, index) => {
      const score = scoreText(`${item.title} ${item.keywords ?? ''}`, typed)
      return score === null ? [] : [{ item, score, index }]
    })
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item)
}
