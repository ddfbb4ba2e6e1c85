import { UnreadableFile } from '../base/unreadable-file.ts'

/** No workbook tag is nearly this long. */
const longestTag = 64 * 1024

export type XmlTag = {
  /** The name without its prefix. */
  name: string
  /** The rest of the tag, after the name. */
  attributes: string
  isClosing: boolean
}

/**
 * Yields all tags of a small document, in order. All code that reads XML here finds the next `<` with `indexOf`, which
 * takes linear time. A regular expression that runs past a missing `>` would take quadratic time.
 */
export function* xmlTags(text: string): Generator<XmlTag> {
  for (let at = text.indexOf('<'); at !== -1;) {
    if (isMarkup(text, at)) {
      at = markupEnd(text, at)
      if (at === -1) return
    } else {
      const end = tagEnd(text, at)
      if (end === -1) return
      const isClosing = text.charCodeAt(at + 1) === 47
      const first = isClosing ? at + 2 : at + 1
      const from = first + prefixAt(text, first).length
      let nameEnd = from
      while (!isNameEnd(text.charCodeAt(nameEnd))) nameEnd += 1
      yield { name: text.slice(from, nameEnd), attributes: text.slice(nameEnd, end), isClosing }
      at = end + 1
    }
    at = text.indexOf('<', at)
  }
}

/**
 * Returns the position of the `>` that ends the tag at `start`, or -1 if the text ends first. A `>` within quotes
 * doesn’t count.
 */
export function tagEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + longestTag)
  let quote = 0
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 62) return at
    else if (code === 34 || code === 39) quote = code
  }
  if (text.length - start < longestTag) return -1
  throw new UnreadableFile('The file is damaged. It has a tag that is too long. Copy or download it again.')
}

/** A longer name may follow: `<rowBreaks` begins like `<row`. */
export function hasName(text: string, at: number, name: string): boolean {
  return text.startsWith(name, at) && isNameEnd(text.charCodeAt(at + name.length))
}

/** Whether a comment, raw text or an instruction begins here. */
export function isMarkup(text: string, start: number): boolean {
  const code = text.charCodeAt(start + 1)
  return code === 33 || code === 63
}

const rawStart = '<![CDATA['

/** Returns where a comment, raw text or an instruction ends, or -1 if the text ends first. */
export function markupEnd(text: string, start: number): number {
  if (text.length - start < rawStart.length) return -1
  const close = closeOfMarkup(text, start)
  const end = close === '>' ? tagEnd(text, start) : text.indexOf(close, start + 4)
  return end === -1 ? -1 : end + close.length
}

function closeOfMarkup(text: string, start: number): string {
  if (text.charCodeAt(start + 1) === 63) return '?>'
  if (text.startsWith('<!--', start)) return '-->'
  return text.startsWith(rawStart, start) ? ']]>' : '>'
}

/** Removes comments, and escapes raw text like any other text. */
export function withoutMarkup(text: string): string {
  let plain = ''
  let from = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (!isMarkup(text, at)) {
      at += 1
      continue
    }
    const end = markupEnd(text, at)
    if (end === -1) break
    plain += text.slice(from, at)
    if (text.startsWith(rawStart, at)) plain += escaped(text.slice(at + rawStart.length, end - 3))
    from = end
    at = end
  }
  return plain + text.slice(from)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Returns the tag’s prefix, including the colon. `from` is where the tag’s name starts. */
export function prefixAt(text: string, from: number): string {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 58) return text.slice(from, at + 1)
    if (isNameEnd(code)) break
  }
  return ''
}

function isNameEnd(code: number): boolean {
  return code <= 32 || code === 47 || code === 62
}

/** Returns an attribute’s value. `attributes` is the part of the tag after the name. */
export function attribute(attributes: string, name: string): string | null {
  const start = attributes.indexOf(` ${name}="`)
  if (start === -1) return null
  const from = start + name.length + 3
  return attributes.slice(from, attributes.indexOf('"', from))
}

/** Like `attribute`, but with any prefix before the name, as found in most workbooks. */
export function prefixedAttribute(attributes: string, name: string): string | null {
  const start = `${name}="`
  for (let at = attributes.indexOf(start); at !== -1; at = attributes.indexOf(start, at + 1)) {
    const before = attributes.charCodeAt(at - 1)
    if (before > 32 && before !== 58) continue
    const from = at + start.length
    return attributes.slice(from, attributes.indexOf('"', from))
  }
  return null
}
