import { applyEdits, formatEdits, parseMarkup } from '../../markup/index.ts'
import { compareTexts, type TextDifference } from './compare-texts.ts'

/** The HTML of a mail is often on one line, where a change is hard to find: every block then gets a separate line. */
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
