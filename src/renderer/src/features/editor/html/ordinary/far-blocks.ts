import { Plugin, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** Fewer blocks cost nothing to lay out. */
const fewest = 15

/**
 * Marks the blocks of a long document that was opened, so that those out of sight are not laid out: a key in 500 KB takes
 * 14 ms instead of 35. New blocks are not marked: a marked block is not laid out until its first frame, so the caret would
 * have no place in it, and the next letters would go astray.
 */
export function farBlocks(): Plugin<DecorationSet> {
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, marked) => {
        const mapped = movesBlocks(transaction) ? marked.map(transaction.mapping, transaction.doc) : marked
        return mapped.add(transaction.doc, decorationsFor(transaction))
      },
    },
    props: { decorations: (state) => plugin.getState(state) },
  })
  return plugin
}

/** Making all of a long text bold takes 5,000 steps that move nothing, and each would be applied to each of 1,000 marks. */
function movesBlocks({ mapping }: Transaction): boolean {
  let isMove = false
  for (const map of mapping.maps) map.forEach(() => (isMove = true))
  return isMove
}

/** `opened` is the part of the document that a reading has inserted. */
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
