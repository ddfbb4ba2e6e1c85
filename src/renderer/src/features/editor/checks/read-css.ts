import type { ChildNode, Rule } from 'postcss'
import safeParse from 'postcss-safe-parser'
import type { CssPiece } from '#shared/domain/drafts/checks/mail-tree.ts'

/** Limits the work that a stylesheet with an extreme number of rules can cause. */
const mostPieces = 20_000

/** Parses a stylesheet into parts with their positions. `offset` is the start of the stylesheet in the HTML. */
export function readStyleSheet(css: string, offset: number): CssPiece[] {
  const pieces: CssPiece[] = []
  const waiting: { node: ChildNode; isNested: boolean }[] = []
  const push = (nodes: readonly unknown[] | undefined, isNested: boolean) => {
    for (const node of (nodes ?? []).toReversed()) waiting.push({ node: node as ChildNode, isNested })
  }
  push(safeParse(css).nodes, false)
  for (let next = waiting.pop(); next && pieces.length < mostPieces; next = waiting.pop()) {
    const { node, isNested } = next
    const start = node.source?.start?.offset ?? 0
    const range = (length: number) => ({ from: offset + start, to: offset + Math.min(css.length, start + length) })
    if (node.type === 'decl') {
      const { prop: property, value, important = false } = node
      const to = offset + Math.min(css.length, node.source?.end?.offset ?? start)
      const selector = node.parent?.type === 'rule' ? (node.parent as Rule).selector : null
      pieces.push({
        kind: 'declaration',
        property,
        value,
        isImportant: important,
        selector,
        from: offset + start,
        to,
      })
    } else if (node.type === 'atrule') {
      const { name, params } = node
      pieces.push({ kind: 'at', name: name.toLowerCase(), params, ...range(name.length + 1 + params.length + 1) })
      if (name.toLowerCase() !== 'font-face') push(node.nodes, false)
    } else if (node.type === 'rule') {
      pieces.push({ kind: 'selector', selector: node.selector, isNested, ...range(node.selector.length) })
      push(node.nodes, true)
    }
  }
  return pieces
}

export function readStyleAttribute(css: string, offset: number): CssPiece[] {
  return readStyleSheet(css, offset).filter(({ kind }) => kind === 'declaration')
}
