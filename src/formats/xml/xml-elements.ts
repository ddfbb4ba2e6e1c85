import { TextDecoder } from 'node:util'
import { brokenOff, UnreadableFile } from '../base/unreadable-file.ts'
import { hasName, isMarkup, markupEnd, prefixAt, tagEnd, withoutMarkup } from './xml-tags.ts'

export type XmlElement = {
  /** The rest of the opening tag, after the name. */
  attributes: string
  content: string
}

/** Twice the length of twelve cells with the longest text, with every character written as an entity. */
const longestElement = 4 * 1024 * 1024

/**
 * Yields all complete elements of one name, in order. This is not an XML parser: sheets and text tables are flat lists
 * whose elements do not nest, and a full parser takes ten times as long. A document with a different root yields nothing;
 * an incomplete document is rejected at its end.
 */
export async function* xmlElements(
  chunks: AsyncIterable<Uint8Array>,
  root: string,
  name: string,
): AsyncGenerator<XmlElement[]> {
  const decoder = new TextDecoder('utf-8')
  const scanner = new ElementScanner(root, name)
  for await (const chunk of chunks) {
    const elements = scanner.push(decoder.decode(chunk, { stream: true }))
    if (elements.length > 0) yield elements
    if (scanner.isOther) return
  }
  const elements = scanner.end()
  if (elements.length > 0) yield elements
  if (!scanner.isOver && !scanner.isOther) throw new UnreadableFile(brokenOff)
}

class ElementScanner {
  /** Whether the document’s root differs from the expected one. */
  isOther = false
  /** Whether the root has been closed. */
  isOver = false
  readonly #root: string
  readonly #name: string
  #open = ''
  #close = ''
  /** The number of open elements, excluding those with the wanted name. */
  #depth = 0
  #rest = ''
  /**
   * An unfinished element is not scanned again until it has doubled in length. Otherwise, scanning a long row would
   * take quadratic time.
   */
  #retryAt = 0
  /** Where the next comment or raw text starts, or the position up to which none was found. */
  #markup = -1

  constructor(root: string, name: string) {
    this.#root = root
    this.#name = name
  }

  push(text: string): XmlElement[] {
    if (this.isOver) return []
    this.#rest += text
    return this.#rest.length < this.#retryAt ? [] : this.end()
  }

  /** Returns the elements that have been completed since the last call. */
  end(): XmlElement[] {
    const elements: XmlElement[] = []
    this.#markup = -1
    const end = this.#scan(this.#rest, elements)
    this.#rest = this.#rest.slice(end)
    if (this.#rest.length > longestElement) {
      throw new UnreadableFile('The file has a row that is too long. Shorten its text.')
    }
    this.#retryAt = Math.min(this.#rest.length * 2, longestElement + 1)
    return elements
  }

  /** Takes the complete elements and returns the start of the first incomplete one. */
  #scan(text: string, elements: XmlElement[]): number {
    let at = 0
    while (!this.isOver && !this.isOther) {
      const start = text.indexOf('<', at)
      if (start === -1) return text.length
      const next = isMarkup(text, start) ? markupEnd(text, start) : this.#takeTag(text, start, elements)
      if (next === -1) return start
      at = next
    }
    return text.length
  }

  /** Returns the position at which reading continues, or -1 if the tag or its element is incomplete. */
  #takeTag(text: string, start: number, elements: XmlElement[]): number {
    const end = tagEnd(text, start)
    if (end === -1) return -1
    if (text.charCodeAt(start + 1) === 47) {
      this.#depth -= 1
      this.isOver = this.#depth <= 0
      return end + 1
    }
    const isEmpty = text.charCodeAt(end - 1) === 47
    if (this.#depth > 0 && hasName(text, start, this.#open)) {
      const attributes = text.slice(start + this.#open.length, isEmpty ? end - 1 : end)
      if (!isEmpty) return this.#takeContent(text, end + 1, attributes, elements)
      elements.push({ attributes, content: '' })
      return end + 1
    }
    if (this.#depth === 0) {
      this.#takeRoot(text, start)
      this.isOver = isEmpty
    }
    if (!isEmpty) this.#depth += 1
    return end + 1
  }

  #takeContent(text: string, from: number, attributes: string, elements: XmlElement[]): number {
    let hasMarkup = false
    let at = from
    for (;;) {
      const end = text.indexOf(this.#close, at)
      if (end === -1) return -1
      if (this.#markupFrom(text, at) > end) {
        const content = text.slice(from, end)
        elements.push({ attributes, content: hasMarkup ? withoutMarkup(content) : content })
        return end + this.#close.length
      }
      // A closing tag inside a comment doesn’t count.
      hasMarkup = true
      at = markupEnd(text, this.#markup)
      if (at === -1) return -1
    }
  }

  /** Remembers the position it found. Otherwise, every row would search to the end of the text again. */
  #markupFrom(text: string, at: number): number {
    if (this.#markup < at) {
      const found = text.indexOf('<!', at)
      this.#markup = found === -1 ? Infinity : found
    }
    return this.#markup
  }

  #takeRoot(text: string, start: number): void {
    const prefix = prefixAt(text, start + 1)
    this.isOther = !hasName(text, start + 1, prefix + this.#root)
    this.#open = `<${prefix}${this.#name}`
    this.#close = `</${prefix}${this.#name}>`
  }
}
