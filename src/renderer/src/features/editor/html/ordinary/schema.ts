import { Schema, type Attrs, type DOMOutputSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { shownStyle, type Kept } from './kept.ts'

/** Every element keeps its original attributes. */
const kept = { kept: { default: [] as Kept } }

function shown({ kept: own }: Attrs, more: Record<string, string> = {}): Record<string, string> {
  const style = shownStyle(own as Kept)
  return style === '' ? more : { ...more, style }
}

const paragraph: NodeSpec = {
  content: 'inline*',
  group: 'block',
  /**
   * The element that a block was read from. `bare`: text directly in a list item or a cell, without an element. `auto`:
   * depends on the context.
   */
  attrs: { ...kept, tag: { default: 'auto', validate: 'string' } },
  parseDOM: [{ tag: 'p' }, { tag: 'div', priority: 20 }],
  toDOM: ({ attrs }) => ['p', shown(attrs), 0],
}

const heading: NodeSpec = {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { ...kept, level: { default: 1, validate: 'number' } },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  toDOM: ({ attrs }) => [`h${String(attrs['level'])}`, shown(attrs), 0],
}

const lists: Record<string, NodeSpec> = {
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: kept,
    parseDOM: [{ tag: 'ul' }],
    toDOM: ({ attrs }) => ['ul', shown(attrs), 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: kept,
    parseDOM: [{ tag: 'ol' }],
    toDOM: ({ attrs }) => ['ol', shown(attrs), 0],
  },
  list_item: {
    content: 'paragraph block*',
    defining: true,
    attrs: kept,
    parseDOM: [{ tag: 'li' }],
    toDOM: ({ attrs }) => ['li', shown(attrs), 0],
  },
}

const span = { ...kept, colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } }

function cell(tag: 'td' | 'th', tableRole: string): NodeSpec {
  return {
    content: 'block+',
    tableRole,
    isolating: true,
    attrs: span,
    parseDOM: [
      {
        tag,
        getAttrs: (element) => ({
          colspan: spanOf(element.getAttribute('colspan')),
          rowspan: spanOf(element.getAttribute('rowspan')),
          kept: cellStyle,
        }),
      },
    ],
    toDOM: ({ attrs }) => [
      tag,
      shown(attrs, { colspan: String(attrs['colspan']), rowspan: String(attrs['rowspan']) }),
      0,
    ],
  }
}

function spanOf(written: string | null): number {
  const count = Number(written ?? 1)
  return Number.isInteger(count) && count >= 1 && count <= 100 ? count : 1
}

/** Attributes and inline styles, because mail programs do not support style sheets reliably. */
export const tableStyle: Kept = [
  ['border', '0'],
  ['cellpadding', '0'],
  ['cellspacing', '0'],
  ['style', 'border-collapse:collapse;width:100%'],
]
export const cellStyle: Kept = [['style', 'border:1px solid #d0d5dd;padding:8px;text-align:left;vertical-align:top']]

const tables: Record<string, NodeSpec> = {
  table: {
    content: 'table_row+',
    group: 'block',
    tableRole: 'table',
    isolating: true,
    attrs: kept,
    parseDOM: [{ tag: 'table', attrs: { kept: tableStyle } }],
    toDOM: ({ attrs }): DOMOutputSpec => ['table', shown(attrs), ['tbody', 0]],
  },
  table_row: {
    content: '(table_cell | table_header)+',
    tableRole: 'row',
    attrs: kept,
    parseDOM: [{ tag: 'tr' }],
    toDOM: ({ attrs }) => ['tr', shown(attrs), 0],
  },
  table_cell: cell('td', 'cell'),
  table_header: cell('th', 'header_cell'),
}

const atoms: Record<string, NodeSpec> = {
  divider: {
    group: 'block',
    attrs: kept,
    parseDOM: [{ tag: 'hr' }],
    toDOM: () => ['div', { class: 'divider' }, ['hr']],
  },
  /** Written as a table with one cell, which every mail program shows as a button. */
  button: {
    group: 'block',
    atom: true,
    attrs: { label: { default: 'Button' }, href: { default: '' }, color: { default: '#2459d6' } },
    toDOM: ({ attrs }) => [
      'div',
      { class: 'button-block' },
      ['span', { style: `background:${hexColor(attrs['color'])}` }, String(attrs['label'])],
    ],
  },
  /** HTML that the editor does not understand: kept unchanged and shown as foreign. */
  island: {
    group: 'block',
    atom: true,
    attrs: { html: { default: '' } },
    toDOM: ({ attrs }) => ['div', { class: 'island' }, ['span', 'HTML'], ['code', excerpt(String(attrs['html']))]],
  },
  image: {
    group: 'inline',
    inline: true,
    draggable: true,
    attrs: { ...kept, src: { default: '' }, alt: { default: null }, width: { default: null } },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (element) => ({
          src: element.getAttribute('src'),
          alt: element.getAttribute('alt') ?? '',
          width: element.getAttribute('width'),
        }),
      },
    ],
    // The view shows the loaded bytes of the draft’s images; no other address is ever loaded.
    toDOM: ({ attrs }) => ['img', { alt: String(attrs['alt'] ?? '') }],
  },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    attrs: kept,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  variable: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { text: { default: '' } },
    parseDOM: [{ tag: 'span[data-variable]', getAttrs: (element) => ({ text: element.textContent }) }],
    toDOM: ({ attrs }) => ['span', { class: 'variable', 'data-variable': '' }, String(attrs['text'])],
    leafText: ({ attrs }) => String(attrs['text']),
  },
}

export function hexColor(color: unknown): string {
  return typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : '#2459d6'
}

function excerpt(html: string): string {
  const start = html.trim().slice(0, 160).replace(/\s+/g, ' ')
  return start.length < html.trim().length ? `${start} …` : start
}

/** Returns a mark that remembers its element: `b` stays `b`. */
function mark(tags: readonly [string, ...string[]]): MarkSpec {
  return {
    attrs: { ...kept, tag: { default: tags[0], validate: 'string' } },
    parseDOM: tags.map((tag) => ({ tag, attrs: { tag } })),
    toDOM: ({ attrs }) => [String(attrs['tag']), shown(attrs), 0],
  }
}

export const markTags = {
  strong: ['strong', 'b'],
  em: ['em', 'i'],
  underline: ['u'],
  strike: ['s', 'strike', 'del'],
  code: ['code'],
} as const

export const otherTags: readonly string[] = ['span', 'font', 'small', 'big', 'sub', 'sup', 'ins', 'mark', 'abbr', 'q']

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph,
    heading,
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      attrs: kept,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: ({ attrs }) => ['blockquote', shown(attrs), 0],
    },
    ...lists,
    ...tables,
    ...atoms,
    text: { group: 'inline' },
  },
  marks: {
    link: {
      inclusive: false,
      attrs: { ...kept, href: { default: '' } },
      parseDOM: [{ tag: 'a[href]', getAttrs: (element) => ({ href: element.getAttribute('href') }) }],
      // Rendered without an address, so that links in the editor can’t be followed.
      toDOM: ({ attrs }) => ['span', shown(attrs, { class: 'link', title: String(attrs['href']) }), 0],
    },
    strong: mark(markTags.strong),
    em: mark(markTags.em),
    underline: mark(markTags.underline),
    strike: mark(markTags.strike),
    code: mark(markTags.code),
    /** Any other inline element. Several may surround the same text. */
    other: {
      excludes: '',
      attrs: { ...kept, tag: { default: 'span', validate: 'string' } },
      parseDOM: ['sub', 'sup', 'small'].map((tag) => ({ tag, attrs: { tag } })),
      toDOM: ({ attrs }) => [shownTag(String(attrs['tag'])), shown(attrs), 0],
    },
  },
})

function shownTag(tag: string): string {
  return /^(?:sub|sup|small)$/.test(tag) ? tag : 'span'
}
