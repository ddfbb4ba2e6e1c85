import { applyEdits, formatEdits, parseMarkup } from '../../markup/index.ts'
import { compareTexts, type TextDifference } from './compare-texts.ts'

/**
 * A message’s HTML is often on a single line, where a change is hard to find. `broken` puts every block on a separate line.
 */
export type SourceLines = 'stored' | 'broken'

export type SourceDifference = TextDifference & { readonly before: string; readonly after: string }

export function compareSources(before: string, after: string, lines: SourceLines): SourceDifference {
  const [a, b] = lines === 'stored' ? [before, after] : [withBrokenLines(before), withBrokenLines(after)]
  return { before: a, after: b, ...compareTexts(a, b) }
}

function withBrokenLines(html: string): string {
  const markup = parseMarkup(html)
  return markup.isTooLarge ? html : applyEdits(html, formatEdits(html, markup.root))
}
