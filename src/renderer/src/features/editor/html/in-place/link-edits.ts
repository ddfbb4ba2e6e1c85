import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import { type Edit, type Editable, type MarkupElement, sourceRange } from '../../../markup/index.ts'
import { withWholePlaceholders, type Range } from '../source/placeholders.ts'
import type { Shown } from './mail-tree.ts'
import type { RunEditing } from './run-editing.ts'
import { lettersOf } from './run-letters.ts'

export function linkEdits({ from, to }: Range, href: string): Edit[] {
  return [
    { from, to: from, insert: `<a href="${escapeHtml(href)}">` },
    { from: to, to, insert: '</a>' },
  ]
}

/** Removes a link’s tags but keeps its content. */
export function unlinkEdits({ from, openEnd, closeFrom, to }: MarkupElement): Edit[] {
  return [
    { from, to: openEnd, insert: '' },
    { from: closeFrom, to, insert: '' },
  ].filter((edit) => edit.from < edit.to)
}

/**
 * Returns the range of the source that a new link would cover: the selection, the word at the caret, or otherwise the
 * entire run. Returns null for an image, a link or an empty range. In a run being edited, that range is also selected.
 */
export function linkable(html: string, shown: Shown, editable: Editable, editing: RunEditing | null): Range | null {
  if (editable.kind === 'image' || editable.link) return null
  const text = lettersOf(shown.element)
  const selected = editing?.selected()
  const chosen = selected && trimmed(text, selected)
  const isSelected = chosen !== undefined && chosen.from < chosen.to
  const range = withWholePlaceholders(text, isSelected ? chosen : wordAt(text, selected?.from ?? -1))
  if (range.from === range.to) return null
  editing?.select(range.from, range.to)
  const { from, to } = sourceRange(html.slice(editable.from, editable.to), range.from, range.to)
  return { from: editable.from + from, to: editable.from + to }
}

/** Returns the word around a caret; if there is none, the entire shown text. */
function wordAt(text: string, caret: number): Range {
  const word = [...text.matchAll(/[^\s.,:;!?()"]+/g)].find(({ 0: letters, index }) => {
    return index <= caret && caret <= index + letters.length
  })
  if (word) return { from: word.index, to: word.index + word[0].length }
  return trimmed(text, { from: 0, to: text.length })
}

export function trimmed(text: string, { from, to }: Range): Range {
  const part = text.slice(from, to)
  const start = from + part.length - part.trimStart().length
  return { from: start, to: Math.max(start, from + part.trimEnd().length) }
}
