import type { Node } from 'prosemirror-model'
import { NodeSelection, Selection, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

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
