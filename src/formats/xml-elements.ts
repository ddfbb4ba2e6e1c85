import { TextDecoder } from 'node:util'
import { UnreadableFile } from './unreadable-file.ts'

export interface XmlElement {
  /** What stands behind the name in the opening tag. */
  attributes: string
  content: string
}

const longestElement = 16 * 1024 * 1024

/**
 * Every element of one name, whole and in order, as the document goes by. Not a parser of XML: sheets and tables of
 * texts are flat lists whose elements do not nest, and a parser that knows all of XML takes ten times as long.
 */
export async function* xmlElements(
  chunks: AsyncIterable<Uint8Array>,
  root: string,
  name: string,
): AsyncGenerator<XmlElement[]> {
  const decoder = new TextDecoder('utf-8')
  const rootTag = new RegExp(`<((?:[\\w.-]+:)?)${root}[\\s>/]`)
  let prefix: string | null = null
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    prefix ??= rootTag.exec(rest)?.[1] ?? null
    if (prefix === null) {
      if (rest.length > longestElement) break
      continue
    }
    const { elements, end } = takeElements(rest, `<${prefix}${name}`, `</${prefix}${name}>`)
    rest = rest.slice(end)
    if (rest.length > longestElement) throw new UnreadableFile('The file has a row that is too long to be one.')
    if (elements.length > 0) yield elements
  }
}

function takeElements(text: string, open: string, close: string): { elements: XmlElement[]; end: number } {
  const elements: XmlElement[] = []
  let end = 0
  for (;;) {
    const start = openingTag(text, open, end)
    if (start === -1) {
      // A tag may be parted by the end of the chunk.
      const last = text.lastIndexOf('<')
      return { elements, end: last < end ? text.length : last }
    }
    const tagEnd = text.indexOf('>', start)
    if (tagEnd === -1) return { elements, end: start }
    if (text.charCodeAt(tagEnd - 1) === 47) {
      elements.push({ attributes: text.slice(start + open.length, tagEnd - 1), content: '' })
      end = tagEnd + 1
      continue
    }
    const closing = text.indexOf(close, tagEnd)
    if (closing === -1) return { elements, end: start }
    elements.push({
      attributes: text.slice(start + open.length, tagEnd),
      content: text.slice(tagEnd + 1, closing),
    })
    end = closing + close.length
  }
}

/** `<row` is not the beginning of `<rowBreaks`. */
export function openingTag(text: string, open: string, from: number): number {
  for (let at = text.indexOf(open, from); at !== -1; at = text.indexOf(open, at + 1)) {
    const next = text.charCodeAt(at + open.length)
    // A blank, a slash or the end of the tag; at the end of the text it is not known yet.
    if (next <= 32 || next === 47 || next === 62) return at
    if (Number.isNaN(next)) return -1
  }
  return -1
}

export function attribute(attributes: string, name: string): string | null {
  const start = attributes.indexOf(` ${name}="`)
  if (start === -1) return null
  const from = start + name.length + 3
  return attributes.slice(from, attributes.indexOf('"', from))
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export function xmlText(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Text of a cell: its runs joined, without the hints how to pronounce it, and with the format's own escapes undone. */
export function sheetText(content: string): string {
  const spoken = content.includes('rPh') ? content.replaceAll(/<(\w+:)?rPh[\s>].*?<\/(\w+:)?rPh>/gs, '') : content
  let text = ''
  for (const match of spoken.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?(?<!\/)>([^<]*)</g)) text += match[1]
  return unescapeText(xmlText(text))
}

export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)))
}
