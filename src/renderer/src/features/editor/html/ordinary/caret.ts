import type { Node } from 'prosemirror-model'
import { NodeSelection, Selection, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

/** The number of characters around the caret among which a word is searched for. */
const nearby = 200

/** Prefers a caret in text, because typing would replace a block that is selected as a whole. */
export function caretNear(doc: Node, at: number, direction: 1 | -1): Selection {
  const place = doc.resolve(at)
  return (
    Selection.findFrom(place, direction, true) ??
    Selection.findFrom(place, -direction, true) ??
    Selection.near(place, direction)
  )
}

/**
 * Inserts text typed while a block of foreign HTML is selected below the block, so that it never replaces the block.
 * Returns null if no such block is selected.
 */
export function typedBeside({ selection, tr }: EditorState, text: string): Transaction | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'island') return null
  const paragraph = schema.nodes['paragraph']!.create(null, schema.text(text))
  tr.insert(selection.to, paragraph)
  return tr.setSelection(TextSelection.create(tr.doc, selection.to + 1 + text.length))
}

/**
 * Deletes what the browser would delete at the caret: a character or, with Ctrl or Alt, a word. Returns null if nothing
 * follows in that direction in the same block, or if something is selected.
 */
export function deletedBeside(
  { selection, tr }: EditorState,
  { key, ctrlKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey'>,
): Transaction | null {
  const { parent, parentOffset, pos } = selection.$from
  if (!selection.empty || !parent.inlineContent) return null
  const isForward = key === 'Delete'
  const isWord = ctrlKey || altKey
  const from = isForward ? parentOffset : Math.max(0, parentOffset - nearby)
  const to = isForward ? Math.min(parent.content.size, parentOffset + nearby) : parentOffset
  // An image or a variable counts as one character, because it takes up one position.
  const text = parent.textBetween(from, to, null, '\ufffc')
  const segmenter = new Intl.Segmenter(undefined, { granularity: isWord ? 'word' : 'grapheme' })
  const parts = Array.from(segmenter.segment(text), ({ segment }) => segment)
  if (!isForward) parts.reverse()
  // The spaces between the caret and the word are deleted with it.
  const last = isWord ? parts.findIndex((part) => part.trim() !== '') : 0
  const { length } = parts.slice(0, last < 0 ? parts.length : last + 1).join('')
  if (length === 0) return null
  return isForward ? tr.delete(pos, pos + length) : tr.delete(pos - length, pos)
}
