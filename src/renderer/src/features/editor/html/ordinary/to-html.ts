import type { Mark, Node } from 'prosemirror-model'
import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import { buttonHtml } from './button-html.ts'
import { written, type Kept } from './kept.ts'

/** Returns a block of the editor as HTML that mail programs support. */
export function blockHtml(node: Node): string {
  const kept = written((node.attrs['kept'] ?? []) as Kept)
  switch (node.type.name) {
    case 'paragraph':
      return paragraphHtml(node, kept)
    case 'heading': {
      const tag = `h${String(node.attrs['level'])}`
      return `<${tag}${kept}>${lineHtml(node)}</${tag}>`
    }
    case 'blockquote':
      return `<blockquote${kept}>${contentHtml(node)}</blockquote>`
    case 'bullet_list':
      return `<ul${kept}>\n${lines(node)}</ul>`
    case 'ordered_list':
      return `<ol${kept}>\n${lines(node)}</ol>`
    case 'list_item':
      return `<li${kept}>${contentHtml(node)}</li>`
    case 'table':
      return `<table${kept}>\n${lines(node)}</table>`
    case 'table_row':
      return `<tr${kept}>${contentHtml(node)}</tr>`
    case 'table_cell':
      return `<td${kept}>${contentHtml(node)}</td>`
    case 'table_header':
      return `<th${kept}>${contentHtml(node)}</th>`
    case 'divider':
      return `<hr${kept}>`
    case 'button':
      return buttonHtml(node.attrs as { label: string; href: string; color: string })
    case 'island':
      return String(node.attrs['html'])
    default:
      return ''
  }
}

function paragraphHtml(node: Node, kept: string): string {
  const { tag } = node.attrs
  if (tag === 'bare') return inlineHtml(node)
  const name = tag === 'div' ? 'div' : 'p'
  return `<${name}${kept}>${lineHtml(node)}</${name}>`
}

/** Without a line break, an empty line would collapse. */
function lineHtml(node: Node): string {
  return node.childCount === 0 && node.type.name === 'paragraph' ? '<br>' : inlineHtml(node)
}

function lines(node: Node): string {
  return node.children.map((child) => `${blockHtml(child)}\n`).join('')
}

/** Two adjacent texts without an element would merge into one, so the second gets its own element. */
function contentHtml(node: Node): string {
  let wasBare = false
  return node.children
    .map((child, index) => {
      const { tag } = child.attrs
      const isFirst = index === 0 && /^(?:list_item|table_cell|table_header)$/.test(node.type.name)
      const isBare = child.type.name === 'paragraph' && (tag === 'bare' || (tag === 'auto' && isFirst))
      const needsElement = isBare && wasBare
      wasBare = isBare
      if (needsElement) return `<p>${lineHtml(child)}</p>`
      return isBare ? inlineHtml(child) : blockHtml(child)
    })
    .join('')
}

function inlineHtml(node: Node): string {
  const html: string[] = []
  let open: readonly Mark[] = []
  const closeTo = (count: number) => {
    for (const mark of open.slice(count).toReversed()) html.push(`</${tagOf(mark)}>`)
    open = open.slice(0, count)
  }
  node.forEach((child, _offset, index) => {
    let same = 0
    while (same < open.length && same < child.marks.length && open[same]!.eq(child.marks[same]!)) same++
    closeTo(same)
    for (const mark of child.marks.slice(same)) html.push(openTag(mark))
    open = child.marks
    html.push(leafHtml(child, { isFirst: index === 0, isLast: index === node.childCount - 1 }))
  })
  closeTo(0)
  return html.join('')
}

function tagOf({ type, attrs }: Mark): string {
  return type.name === 'link' ? 'a' : String(attrs['tag'])
}

function openTag(mark: Mark): string {
  const kept = written(mark.attrs['kept'] as Kept)
  return mark.type.name === 'link'
    ? `<a href="${escapeHtml(String(mark.attrs['href']))}"${kept}>`
    : `<${tagOf(mark)}${kept}>`
}

function leafHtml(node: Node, place: { isFirst: boolean; isLast: boolean }): string {
  const { attrs } = node
  if (node.isText) return textHtml(node.text ?? '', place)
  if (node.type.name === 'variable') return escapeText(String(attrs['text']))
  if (node.type.name === 'hard_break') return `<br${written(attrs['kept'] as Kept)}>`
  const own: [string, unknown][] = [
    ['src', attrs['src']],
    ['alt', attrs['alt']],
    ['width', attrs['width']],
  ]
  const present = own.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]))
  return `<img${written([...present, ...(attrs['kept'] as Kept)])}>`
}

/** Spaces that would collapse are written in a form that stays visible. */
function textHtml(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  let shown = text.replace(/ {2}/g, ' \u00a0')
  if (isFirst) shown = shown.replace(/^ /, '\u00a0')
  if (isLast) shown = shown.replace(/ $/, '\u00a0')
  return escapeText(shown)
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }

function escapeText(text: string): string {
  return text.replace(/[&<>\u00a0]/g, (sign) => signs[sign] ?? sign)
}
