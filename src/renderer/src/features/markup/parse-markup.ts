import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes, type Token } from 'parse5'
import type { Markup, MarkupAttribute, MarkupElement, MarkupNode, MarkupTooLarge } from './markup.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const mostElements = 20_000
const mostDepth = 256
/** Far more tags than the allowed number of elements; parsing more could take too long. */
const mostTags = 60_000

const spaces: Readonly<Record<string, 'svg' | 'math'>> = {
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'math',
}

class TooLargeError extends Error {}

/**
 * Parses HTML by the rules of browsers, as if scripts were disabled. Only the ordinary editor parses in the page, and
 * only short texts; everything else is parsed in a worker.
 */
export function parseMarkup(html: string): Markup | MarkupTooLarge {
  if (hasMoreTags(html, mostTags)) return { isTooLarge: true }
  const document = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false })
  const root = document.childNodes.find((node): node is Element => defaultTreeAdapter.isElementNode(node))!
  let count = 0
  const read = (node: Node, depth: number): MarkupNode | null => {
    if (depth > mostDepth) throw new TooLargeError()
    if (defaultTreeAdapter.isTextNode(node)) {
      const at = node.sourceCodeLocation
      return { kind: 'text', text: node.value, from: at?.startOffset ?? -1, to: at?.endOffset ?? -1 }
    }
    if (defaultTreeAdapter.isCommentNode(node)) {
      const at = node.sourceCodeLocation
      return { kind: 'comment', from: at?.startOffset ?? -1, to: at?.endOffset ?? -1 }
    }
    if (!defaultTreeAdapter.isElementNode(node)) return null
    if (++count > mostElements) throw new TooLargeError()
    return readElement(node, readAll(node.childNodes, depth + 1))
  }
  const readAll = (nodes: readonly Node[], depth: number) =>
    nodes.map((node) => read(node, depth)).filter((node) => node !== null)
  try {
    return { root: readElement(root, readAll(root.childNodes, 1)), isTooLarge: false }
  } catch (error) {
    if (error instanceof TooLargeError) return { isTooLarge: true }
    throw error
  }
}

function readElement(element: Element, children: readonly MarkupNode[]): MarkupElement {
  const at = element.sourceCodeLocation
  const start = at?.startTag ?? at
  const to = at?.endOffset ?? -1
  return {
    kind: 'element',
    name: element.tagName,
    space: spaces[element.namespaceURI] ?? 'html',
    attributes: element.attrs.map((attribute) => readAttribute(attribute, at?.attrs)),
    children,
    from: start?.startOffset ?? -1,
    openEnd: start?.endOffset ?? -1,
    closeFrom: at?.endTag?.startOffset ?? to,
    to,
  }
}

function readAttribute(
  { name, value, prefix }: Token.Attribute,
  places: Record<string, Token.Location> | undefined,
): MarkupAttribute {
  const full = prefix ? `${prefix}:${name}` : name
  const at = places?.[full] ?? places?.[full.toLowerCase()]
  return { name: full, value, from: at?.startOffset ?? -1, to: at?.endOffset ?? -1 }
}

function hasMoreTags(html: string, limit: number): boolean {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) if (++count > limit) return true
  return false
}
