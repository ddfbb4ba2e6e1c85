import type { Mark, Node } from 'prosemirror-model'
import { attributeOf, type MarkupElement, type MarkupNode } from '../../../markup/index.ts'
import { readButton } from './button-html.ts'
import { keptOf } from './kept.ts'
import { markTags, otherTags, schema } from './schema.ts'

/**
 * Converts a block to a node of the editor, or returns null if any part could not be written back unchanged: an
 * element, a comment, or an attribute where none can be kept. Only invisible spaces are lost, and only once the block
 * is edited.
 */
export function readBlock(source: string, element: MarkupElement): Node | null {
  const { name } = element
  if (element.space !== 'html') return null
  if (name === 'p' || name === 'div') return readText(element, 'paragraph', { tag: name })
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (level) return readText(element, 'heading', { level: Number(level) })
  if (name === 'ul' || name === 'ol') return readList(source, element)
  if (name === 'blockquote') return container(element, 'blockquote', readBlocks(source, element.children))
  if (name === 'hr') return schema.nodes['divider']!.create({ kept: keptOf(element) })
  if (name !== 'table') return null
  const button = readButton(source, element)
  return button ? schema.nodes['button']!.create(button) : readTable(source, element)
}

/** Reads inline nodes where a block is expected. */
export function readBare(nodes: readonly MarkupNode[]): Node | null {
  const inline = readInline(nodes)
  return inline && schema.nodes['paragraph']!.create({ tag: 'bare' }, inline)
}

export function isInline(node: MarkupNode): boolean {
  return node.kind === 'text' || (node.kind === 'element' && (inlineTags.has(node.name) || node.name === 'a'))
}

export function isBlank(node: MarkupNode): boolean {
  return node.kind === 'text' && /^[ \t\r\n\f]*$/.test(node.text)
}

const inlineTags = new Set<string>(['br', 'img', ...otherTags, ...Object.values(markTags).flat()])

function readText(element: MarkupElement, type: 'paragraph' | 'heading', attrs: object): Node | null {
  const inline = readInline(element.children)
  return inline && schema.nodes[type]!.create({ ...attrs, kept: keptOf(element) }, inline)
}

function container(element: MarkupElement, type: string, content: Node[] | null): Node | null {
  if (!content || content.length === 0) return null
  const node = schema.nodes[type]!.create({ kept: keptOf(element) }, content)
  return isValid(node) ? node : null
}

function isValid(node: Node): boolean {
  try {
    node.check()
    return true
  } catch {
    return false
  }
}

/**
 * Reads blocks, or returns null if one of them can’t be edited here. Text between them becomes paragraphs without an
 * element.
 */
function readBlocks(source: string, nodes: readonly MarkupNode[]): Node[] | null {
  const blocks: (Node | null)[] = []
  let inline: MarkupNode[] = []
  const end = () => {
    if (!inline.every(isBlank)) blocks.push(readBare(inline))
    inline = []
  }
  for (const node of nodes) {
    if (isInline(node)) inline.push(node)
    else {
      end()
      blocks.push(node.kind === 'element' ? readBlock(source, node) : null)
    }
  }
  end()
  return blocks.includes(null) ? null : (blocks as Node[])
}

function elementsOnly(nodes: readonly MarkupNode[], names: readonly string[]): MarkupElement[] | null {
  const rest = nodes.filter((node) => !isBlank(node))
  return rest.every((node): node is MarkupElement => node.kind === 'element' && names.includes(node.name)) ? rest : null
}

function readList(source: string, list: MarkupElement): Node | null {
  const items = elementsOnly(list.children, ['li'])?.map((item) => {
    const blocks = readBlocks(source, item.children)
    const [first] = blocks ?? []
    const whole = first?.type.name === 'paragraph' ? blocks : null
    return container(item, 'list_item', whole ?? (blocks?.length === 0 ? [bare()] : null))
  })
  return !items || items.includes(null)
    ? null
    : container(list, list.name === 'ul' ? 'bullet_list' : 'ordered_list', items as Node[])
}

function bare(): Node {
  return schema.nodes['paragraph']!.create({ tag: 'bare' })
}

/**
 * Reads a table that contains only rows and cells. Returns null for any other table, such as a layout of nested tables,
 * which can’t be edited here.
 */
function readTable(source: string, table: MarkupElement): Node | null {
  const bodies = elementsOnly(table.children, ['tbody'])
  const [body] = bodies ?? []
  if (!body || bodies?.length !== 1 || body.attributes.length > 0) return null
  const rows = elementsOnly(body.children, ['tr'])?.map((row) => {
    const cells = elementsOnly(row.children, ['td', 'th'])?.map((cell) => readCell(source, cell))
    return !cells || cells.includes(null) ? null : container(row, 'table_row', cells as Node[])
  })
  if (!rows || rows.includes(null) || (rows as Node[]).some((row) => row.childCount !== rows[0]?.childCount))
    return null
  return container(table, 'table', rows as Node[])
}

function readCell(source: string, cell: MarkupElement): Node | null {
  if (cell.children.some((child) => child.kind === 'element' && child.name === 'table')) return null
  const blocks = readBlocks(source, cell.children)
  if (!blocks) return null
  const [colspan, rowspan] = ['colspan', 'rowspan'].map((name) => Number(attributeOf(cell, name) ?? 1))
  // A table in which a cell spans rows or columns is kept unchanged, but can’t be edited here.
  if (colspan !== 1 || rowspan !== 1) return null
  const type = schema.nodes[cell.name === 'td' ? 'table_cell' : 'table_header']!
  return type.create({ kept: keptOf(cell, ['colspan', 'rowspan']) }, blocks.length > 0 ? blocks : [bare()])
}

const placeholder = /(\{\{[^{}]{1,200}\}\})/

/** Reads text as displayed: consecutive spaces collapse into one, and none remain at the start or end of a line. */
class InlineReader {
  readonly nodes: Node[] = []
  #afterSpace = true

  text(text: string, marks: readonly Mark[]): void {
    let shown = text.replace(/[ \t\r\n\f]+/g, ' ')
    if (this.#afterSpace) shown = shown.replace(/^ /, '')
    if (shown === '') return
    this.#afterSpace = shown.endsWith(' ')
    for (const part of shown.split(placeholder)) {
      if (placeholder.test(part)) this.nodes.push(schema.nodes['variable']!.create({ text: part }, null, marks))
      else if (part !== '') this.nodes.push(schema.text(part, marks))
    }
  }

  leaf(node: Node): void {
    this.nodes.push(node)
    this.#afterSpace = node.type.name === 'hard_break'
  }

  end(): Node[] {
    const last = this.nodes.at(-1)
    if (last?.isText && last.text?.endsWith(' ')) {
      this.nodes.pop()
      const rest = last.text.slice(0, -1)
      if (rest !== '') this.nodes.push(schema.text(rest, last.marks))
    }
    // A lone line break represents an empty line.
    const [first] = this.nodes
    return this.nodes.length === 1 && first?.type.name === 'hard_break' && first.attrs['kept'].length === 0
      ? []
      : this.nodes
  }
}

function readInline(nodes: readonly MarkupNode[]): Node[] | null {
  const reader = new InlineReader()
  return nodes.every((node) => readInlineNode(reader, node, [])) ? reader.end() : null
}

function readInlineNode(reader: InlineReader, node: MarkupNode, marks: readonly Mark[]): boolean {
  if (node.kind === 'comment') return false
  if (node.kind === 'text') {
    reader.text(node.text, marks)
    return true
  }
  if (node.space !== 'html') return false
  if (node.name === 'br') {
    reader.leaf(schema.nodes['hard_break']!.create({ kept: keptOf(node) }, null, marks))
    return true
  }
  if (node.name === 'img') {
    const attrs = {
      src: attributeOf(node, 'src') ?? '',
      alt: attributeOf(node, 'alt') ?? null,
      width: attributeOf(node, 'width') ?? null,
      kept: keptOf(node, ['src', 'alt', 'width']),
    }
    reader.leaf(schema.nodes['image']!.create(attrs, null, marks))
    return true
  }
  const mark = readMark(node)
  // An element without content would vanish, so its block is kept unchanged.
  if (!mark || node.children.length === 0) return false
  if (marks.some((outer) => outer.type === mark.type && mark.type.name !== 'other')) return false
  const within = mark.addToSet(marks)
  return node.children.every((child) => readInlineNode(reader, child, within))
}

function readMark(element: MarkupElement): Mark | null {
  const { name } = element
  if (name === 'a') {
    const href = attributeOf(element, 'href')
    return href === undefined ? null : schema.mark('link', { href, kept: keptOf(element, ['href']) })
  }
  const type = Object.entries(markTags).find(([, tags]) => (tags as readonly string[]).includes(name))?.[0]
  if (type) return schema.mark(type, { tag: name, kept: keptOf(element) })
  return otherTags.includes(name) ? schema.mark('other', { tag: name, kept: keptOf(element) }) : null
}
