import { applyEdits, formatEdits, parseMarkup } from '../../markup/index.ts'
import { compareTexts, type TextDifference } from './compare-texts.ts'

/** The HTML of a mail often stands on one line, where nobody finds a change: then every block gets a line of its own. */
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
