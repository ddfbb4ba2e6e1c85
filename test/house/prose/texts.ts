import { isProse } from '../../../scripts/support/texts/is-text.ts'
import { shownText } from '../../../scripts/support/texts/text.ts'
import { findTexts } from '../../../scripts/support/texts/translate.ts'
import type { Sentence } from './comments.ts'

/** The user-visible texts of a source file that look like prose. */
export function textsOf(path: string, source: string): Sentence[] {
  return findTexts(path, source)
    .map((found) => ({ line: source.slice(0, found.start).split('\n').length, text: shownText(found) }))
    .filter(({ text }) => isProse(text))
    .toSorted((one, other) => one.line - other.line)
}
