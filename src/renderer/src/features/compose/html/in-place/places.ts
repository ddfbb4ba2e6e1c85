import { attributeOf, type MarkupElement, type MarkupNode, type MarkupText } from '../markup/markup.ts'
import { isPlainRun } from './run-text.ts'

/** Something of a mail that can be edited where it stands. */
export type Place =
  | { readonly kind: 'text'; readonly node: MarkupText; readonly link: MarkupElement | null }
  | { readonly kind: 'image'; readonly node: MarkupElement; readonly link: MarkupElement | null }

/** Their text is not shown as text. */
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

/** In the order of the source. Text that is written in several pieces of source, as around a stray tag, has no place. */
export function placesOf(source: string, root: MarkupElement): Place[] {
  const places: Place[] = []
  const walk = (node: MarkupNode, link: MarkupElement | null): void => {
    if (node.kind === 'comment') return
    if (node.kind === 'text') {
      if (node.from >= 0 && /[^\s]/.test(node.text) && isPlainRun(source.slice(node.from, node.to), node.text))
        places.push({ kind: 'text', node, link })
      return
    }
    if (notText.has(node.name) || node.space !== 'html') return
    if (node.name === 'img' && node.from >= 0) places.push({ kind: 'image', node, link })
    const within = node.name === 'a' && attributeOf(node, 'href') !== undefined ? node : link
    for (const child of node.children) walk(child, within)
  }
  walk(root, null)
  return places
}
