import type { Node } from 'prosemirror-model'

type Change = { readonly from: number; readonly before: readonly Node[]; readonly after: readonly Node[] }

export function changed(old: readonly Node[], next: readonly Node[]): Change {
  const most = Math.min(old.length, next.length)
  let start = 0
  while (start < most && old[start] === next[start]) start++
  let end = 0
  while (end < most - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++
  return {
    from: sizeOf(old.slice(0, start)),
    before: old.slice(start, old.length - end),
    after: next.slice(start, next.length - end),
  }
}

export function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + node.nodeSize, 0)
}
