import { Plugin, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** Fewer blocks cost nothing to lay out. */
const fewest = 30

/**
 * Marks the blocks of a long document that was opened, so that those out of sight are not laid out: a key in 500 KB takes 14
 * ms instead of 35. A block that is new is not marked: until its first frame it is not laid out either, the caret has no
 * place in it, and the next letters would go astray.
 */
export function farBlocks(): Plugin<DecorationSet> {
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, marked) => {
        const mapped = marked.map(transaction.mapping, transaction.doc)
        return mapped.add(transaction.doc, decorationsFor(transaction))
      },
    },
    props: { decorations: (state) => plugin.getState(state) },
  })
  return plugin
}

/** `opened` is the part of the document that a reading has put in. */
function decorationsFor(transaction: Transaction): Decoration[] {
  const opened = transaction.getMeta('opened') as { from: number; to: number; blocks: number } | undefined
  if (!opened || opened.blocks < fewest) return []
  const found: Decoration[] = []
  transaction.doc.forEach((node, offset) => {
    // The caret may be put at the end.
    if (offset < opened.from || offset + node.nodeSize >= opened.to) return
    found.push(Decoration.node(offset, offset + node.nodeSize, { class: 'far' }))
  })
  return found
}
