import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes as Dom } from 'parse5'
import type {
  CssPiece,
  MailAttribute,
  MailComment,
  MailElement,
  MailText,
  MailTree,
} from '#shared/domain/drafts/checks/mail-tree.ts'
import { readStyleAttribute, readStyleSheet } from './read-css.ts'

const longestText = 500
/** Elements beyond this number are not checked. A typical message has a few thousand. */
const mostElements = 50_000

type Location = NonNullable<Dom.Element['sourceCodeLocation']>
type Mutable = { -readonly [Key in keyof MailElement]: MailElement[Key] }

/**
 * Parses a message as browsers do, and lists its elements, texts, styles and comments with their positions in the
 * source. Not recursive, because elements can be nested to any depth.
 */
export function readMailTree(html: string): MailTree {
  const elements: Mutable[] = []
  const texts: MailText[] = []
  const css: CssPiece[] = []
  const comments: MailComment[] = []
  const waiting: { node: Dom.ChildNode; parent: number }[] = []
  const push = (nodes: readonly Dom.ChildNode[], parent: number) => {
    for (const node of nodes.toReversed()) waiting.push({ node, parent })
  }
  // With scripting disabled, the content of `noscript` is part of the message.
  push(parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }).childNodes, -1)
  for (let next = waiting.pop(); next && elements.length < mostElements; next = waiting.pop()) {
    const { node, parent } = next
    if (tree.isTextNode(node)) {
      const location = node.sourceCodeLocation
      if (!location) continue
      if (elements[parent]?.name === 'style') {
        css.push(...readStyleSheet(html.slice(location.startOffset, location.endOffset), location.startOffset))
      } else texts.push({ text: node.value, parent, from: location.startOffset, to: location.endOffset })
    } else if (tree.isCommentNode(node)) {
      const location = node.sourceCodeLocation
      if (location) comments.push({ text: node.data, from: location.startOffset, to: location.endOffset })
    } else if (tree.isElementNode(node)) {
      const index = node.sourceCodeLocation ? elements.length : parent
      if (node.sourceCodeLocation) {
        const element = elementOf(node, node.sourceCodeLocation, parent)
        elements.push(element)
        css.push(...styleOf(html, element.attributes.get('style')))
      }
      push('content' in node ? (node as Dom.Template).content.childNodes : node.childNodes, index)
    }
  }
  addTexts(elements, texts)
  return { elements, texts, css, comments }
}

function elementOf(node: Dom.Element, location: Location, parent: number): Mutable {
  const attributes = new Map<string, MailAttribute>()
  for (const { name, value } of node.attrs) {
    const { startOffset = 0, endOffset = 0 } = location.attrs?.[name] ?? {}
    attributes.set(name, { value, from: startOffset, to: endOffset })
  }
  const tag = location.startTag ?? location
  const range = { from: tag.startOffset, to: tag.endOffset }
  const length = node.tagName === 'style' ? (location.endTag?.startOffset ?? location.endOffset) - tag.endOffset : 0
  return { name: node.tagName, attributes, range, parent, text: '', length }
}

/**
 * Rules in a `style` attribute have exact positions. If its value contains character references, they have the position
 * of the attribute instead.
 */
function styleOf(html: string, style: MailAttribute | undefined): CssPiece[] {
  if (!style || style.value.trim() === '') return []
  const raw = html.slice(style.from, style.to)
  const at = raw.indexOf(style.value, raw.indexOf('=') + 1)
  const pieces = readStyleAttribute(style.value, style.from + Math.max(0, at))
  return at >= 0 ? pieces : pieces.map((piece) => ({ ...piece, from: style.from, to: style.to }))
}

/** The elements whose text the rules read. The text includes the alternative texts of images. */
const read = new Set(['a', 'title', 'h1', 'button'])

function addTexts(elements: Mutable[], texts: readonly MailText[]): void {
  const owner: number[] = []
  elements.forEach(({ name, parent }, index) => {
    const outer = parent < 0 ? -1 : owner[parent]!
    // Inside a link, the title of an SVG drawing is part of the link’s text.
    owner.push(read.has(name) && (name !== 'title' || outer < 0) ? index : outer)
  })
  const add = (at: number, text: string) => {
    const element = elements[at]
    if (element && element.text.length < longestText) element.text = `${element.text} ${text}`
  }
  const parts = [
    ...texts.map(({ text, parent, from }) => ({ at: owner[parent] ?? -1, text, from })),
    ...elements.flatMap(({ name, attributes, range }, index) =>
      name === 'img' ? [{ at: owner[index]!, text: attributes.get('alt')?.value ?? '', from: range.from }] : [],
    ),
  ].toSorted((one, other) => one.from - other.from)
  for (const { at, text } of parts) if (at >= 0) add(at, text)
  for (const element of elements) element.text = element.text.replace(/\s+/g, ' ').trim().slice(0, longestText)
}
