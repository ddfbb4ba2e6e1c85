import type { Node } from 'prosemirror-model'
import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import { bodyOf, type MarkupElement, type MarkupNode, textOfMarkup } from '../../../markup/index.ts'
import { isBlank, isInline, readBare, readBlock } from './from-markup.ts'
import type { PlacedBlock } from './range-in-document.ts'
import { schema } from './schema.ts'
import { blockHtml } from './to-html.ts'

type Reading = { readonly blocks: readonly Node[] } | { readonly reason: string }

/**
 * If more than this share of the text is in blocks that the editor does not understand, another editor is more suitable.
 */
const mostForeign = 0.3

/** The number of blocks parsed between two pauses. */
const blocksAtATime = 20

const broken = 'The tags in this message don’t match up, so the ordinary editor can’t tell its blocks apart.'
const foreign = 'This message uses tables and code that the ordinary editor can’t preserve, so it’s edited in place.'

/**
 * The blocks of a document, each with its source. A block keeps its source byte for byte until it is edited. Content that
 * the editor does not understand becomes a block that stays unchanged.
 */
export class OrdinaryDocument {
  /** The source before the first block and after the last one. Editing never changes either. */
  #before = ''
  #after = ''
  /** Whether the draft had no document yet, in which case the first edit creates one. */
  #isNew = true
  /** Nodes are immutable, so an existing node always represents the same bytes. */
  #sources = new WeakMap<Node, string>()

  /** Returns the HTML of an edited document. `title` is used for a document created here. */
  write(document: Node, title: string): string {
    if (this.#isNew && !isEmptyDocument(document)) {
      this.#isNew = false
      this.#before = skeletonBefore(title)
      this.#after = skeletonAfter
    }
    let wasBare = false
    const html = document.children.map((node) => {
      const isBare = node.type.name === 'paragraph' && node.attrs['tag'] === 'bare'
      const needsElement = isBare && wasBare
      wasBare = isBare
      if (needsElement) return `<p>${blockHtml(node) || '<br>'}</p>\n`
      const known = this.#sources.get(node)
      if (known !== undefined) return known
      const fresh = `${blockHtml(node)}\n`
      this.#sources.set(node, fresh)
      return fresh
    })
    return this.#before + html.join('') + this.#after
  }

  blockAround(document: Node, { from, to }: { readonly from: number; readonly to: number }): PlacedBlock | null {
    let at = 0
    let start = this.#before.length
    for (const node of document.children) {
      const end = start + (this.#sources.get(node)?.length ?? 0)
      if (from >= start && to <= end) return { node, at, from: start, to: end }
      at += node.nodeSize
      start = end
    }
    return null
  }

  /**
   * Reads the document’s blocks in slices, or returns the reason why another editor is needed. `current` contains the
   * blocks shown now; a block with unchanged source keeps its node.
   */
  *read(html: string, root: MarkupElement, current: readonly Node[] = []): Generator<void, Reading> {
    const known = new Map<string, Node>()
    for (const node of current) {
      const source = this.#sources.get(node)
      if (source !== undefined) known.set(source, node)
    }
    const pieces = takeApart(html, root)
    if (!pieces) return { reason: broken }
    let foreignText = 0
    let allText = 0
    const sources = new WeakMap<Node, string>()
    const used = new Set<Node>()
    const blocks: Node[] = []
    for (const { nodes, source } of pieces.blocks) {
      if (blocks.length > 0 && blocks.length % blocksAtATime === 0) yield
      const same = known.get(source)
      const block = (same && !used.has(same) ? same : null) ?? readPiece(html, nodes)
      const node = block ?? schema.nodes['island']!.create({ html: source })
      const length = nodes.reduce((sum, one) => sum + textOfMarkup(one).trim().length, 0)
      allText += length
      if (node.type.name === 'island') foreignText += length
      used.add(node)
      sources.set(node, source)
      blocks.push(node)
    }
    if (foreignText > allText * mostForeign) return { reason: foreign }
    if (allText === 0 && blocks.some(isForeignMarkup)) return { reason: foreign }
    if (blocks.length === 0) {
      const empty = schema.nodes['paragraph']!.create()
      blocks.push(empty)
      sources.set(empty, '')
    }
    this.#isNew = html.trim() === ''
    this.#before = pieces.before
    this.#after = pieces.after
    this.#sources = sources
    return { blocks }
  }
}

function isForeignMarkup(node: Node): boolean {
  return node.type.name === 'island' && !String(node.attrs['html']).startsWith('<!--')
}

function isEmptyDocument(document: Node): boolean {
  const [first] = document.children
  return document.childCount === 1 && first?.type.name === 'paragraph' && first.childCount === 0
}

function skeletonBefore(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1b1f27">
`
}
const skeletonAfter = '</body>\n</html>\n'

type Piece = { readonly nodes: readonly MarkupNode[]; readonly source: string }

function readPiece(html: string, nodes: readonly MarkupNode[]): Node | null {
  const shown = nodes.filter((node) => !isBlank(node))
  const [first] = shown
  if (shown.length === 1 && first?.kind === 'element' && !isInline(first)) return readBlock(html, first)
  return readBare(nodes)
}

/**
 * Splits the source into the blocks of the body. Returns null if there is no body, or if ranges overlap, as around
 * unclosed tags.
 */
function takeApart(html: string, root: MarkupElement): { before: string; after: string; blocks: Piece[] } | null {
  const body = bodyOf(root)
  if (!body || body.name !== 'body') return null
  const holder = innermost(body)
  const groups = grouped(holder.children)
  const starts = groups.map((nodes) => nodes[0]!.from)
  const end = holder.closeFrom >= 0 ? holder.closeFrom : html.length
  const isOrdered = starts.every((start, index) => start >= Math.max(holder.openEnd, starts[index - 1] ?? 0))
  const isInside = groups.every((nodes, index) => nodes.at(-1)!.to <= (starts[index + 1] ?? end))
  const isWhole = groups.flat().every((node) => node.from >= 0 && node.to >= node.from)
  if (!isOrdered || !isInside || !isWhole) return null
  const begin = starts[0] ?? (holder.openEnd >= 0 ? holder.openEnd : end)
  return {
    before: html.slice(0, begin),
    after: html.slice(groups.length === 0 ? begin : end),
    blocks: groups.map((nodes, index) => ({
      nodes,
      source: html.slice(starts[index], starts[index + 1] ?? end),
    })),
  }
}

/** Descends into a `div` that contains everything; many messages have one to set their width. */
function innermost(holder: MarkupElement): MarkupElement {
  const shown = holder.children.filter((child) => !isBlank(child))
  const [only] = shown
  if (shown.length !== 1 || only?.kind !== 'element' || only.name !== 'div') return holder
  return only.children.every((child) => isInline(child)) ? holder : innermost(only)
}

/**
 * Groups nodes: each block is a separate group, and so is each sequence of text and inline elements between two blocks.
 * Spaces after text belong to its group; spaces after a block are dropped.
 */
function grouped(nodes: readonly MarkupNode[]): MarkupNode[][] {
  const groups: MarkupNode[][] = []
  let isText = false
  for (const node of nodes) {
    const last = groups.at(-1)
    if (isBlank(node)) {
      if (isText) last?.push(node)
    } else if (isInline(node) && isText) last?.push(node)
    else {
      groups.push([node])
      isText = isInline(node)
    }
  }
  return groups
}
