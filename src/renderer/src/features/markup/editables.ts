import type { MarkupElement, MarkupNode, MarkupText } from './markup.ts'
import { lineBreak, textOfRun } from './run-text.ts'

/** A run of text, including its line breaks. */
export type EditableText = {
  readonly kind: 'text'
  readonly from: number
  readonly to: number
  /** The run’s nodes: consecutive siblings, in source order. */
  readonly nodes: readonly MarkupNode[]
  readonly link: MarkupElement | null
}

export type EditableImage = {
  readonly kind: 'image'
  readonly from: number
  readonly to: number
  readonly node: MarkupElement
  readonly link: MarkupElement | null
}

/**
 * A part of a message that can be edited in place, with the `a` element around it. There is at most one, because links
 * can’t be nested.
 */
export type Editable = EditableText | EditableImage

/** Elements whose text is not displayed as text. */
const notText = new Set([
  'script',
  'style',
  'title',
  'head',
  'template',
  'textarea',
  'select',
  'option',
  'noframes',
  'iframe',
  'object',
  'xmp',
  'plaintext',
  'noembed',
])

/** Every keystroke processes the entire run, so the lines of a long text are split into several runs. */
const mostLettersOfLines = 4000

/**
 * The parts of a message that can be edited in place, in source order. Omits text that is not contiguous in the source,
 * for example because a stray tag splits it.
 */
export function editablesOf(source: string, root: MarkupElement): Editable[] {
  const editables: Editable[] = []
  const walk = (element: MarkupElement, link: MarkupElement | null): void => {
    const { children } = element
    for (let index = 0; index < children.length; index++) {
      const node = children[index]!
      if (node.kind === 'text') {
        const editable = editableText(source, children, index, link)
        if (!editable) continue
        editables.push(editable)
        index += editable.nodes.length - 1
      } else if (node.kind === 'element' && !notText.has(node.name) && node.space === 'html') {
        const { from, to } = node
        if (node.name === 'img' && from >= 0) editables.push({ kind: 'image', from, to, node, link })
        walk(node, node.name === 'a' ? node : link)
      }
    }
  }
  walk(root, null)
  return editables
}

/**
 * Returns the text that starts with a given child of an element, with the lines that follow; null if it can’t be edited
 * in place.
 */
function editableText(
  source: string,
  children: readonly MarkupNode[],
  first: number,
  link: MarkupElement | null,
): EditableText | null {
  const { from, to: end } = children[first]!
  if (from < 0 || !isVisible(children[first]!)) return null
  let last = first
  for (let next = first + 1; next < children.length; next++) {
    const node = children[next]!
    if (node.from !== children[next - 1]!.to || node.to - from > mostLettersOfLines || !isOfLines(node)) break
    if (isVisible(node)) last = next
  }
  const { to } = children[last]!
  const nodes = children.slice(first, last + 1)
  const lines: EditableText = { kind: 'text', from, to, nodes, link }
  if (textOfRun(source.slice(from, to)) === textOfLines(nodes)) return lines
  const alone: EditableText = { kind: 'text', from, to: end, nodes: nodes.slice(0, 1), link }
  return textOfRun(source.slice(from, end)) === textOfLines(alone.nodes) ? alone : null
}

function isVisible(node: MarkupNode): node is MarkupText {
  return node.kind === 'text' && /[^\s]/.test(node.text)
}

function isOfLines(node: MarkupNode): boolean {
  return node.kind === 'text' || (node.kind === 'element' && node.name === 'br')
}

/** Returns the text of a run, with one character for each line break. */
export function textOfLines(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (node.kind === 'text' ? node.text : lineBreak)).join('')
}
