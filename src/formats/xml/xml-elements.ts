import { TextDecoder } from 'node:util'
import { brokenOff, UnreadableFile } from '../base/unreadable-file.ts'
import { hasName, isMarkup, markupEnd, prefixAt, tagEnd, withoutMarkup } from './xml-tags.ts'

export type XmlElement = {
  /** What stands behind the name in the opening tag. */
  attributes: string
  content: string
}

/** Twelve cells of the longest text that a cell may have, each letter of it written as an entity, need half of it. */
const longestElement = 4 * 1024 * 1024

/**
 * Every element of one name, whole and in order, as the document goes by. Not a parser of XML: sheets and tables of
 * texts are flat lists whose elements do not nest, and a parser that knows all of XML takes ten times as long. Of another
 * document nothing is read; one that breaks off is refused at its end.
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
  /** The document is another than the one that was asked for. */
  isOther = false
  /** The root was closed. */
  isOver = false
  readonly #root: string
  readonly #name: string
  #open = ''
  #close = ''
  /** Of elements that are open, those of the name not counted. */
  #depth = 0
  #rest = ''
  /** What is unfinished is not tried again before it has doubled: a long row would cost the square of its length. */
  #retryAt = 0
  /** Where the next comment or raw text begins, as far as it was looked for. */
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

  /** What is whole of all that came. */
  end(): XmlElement[] {
    const elements: XmlElement[] = []
    this.#markup = -1
    const end = this.#scan(this.#rest, elements)
    this.#rest = this.#rest.slice(end)
    if (this.#rest.length > longestElement) {
      throw new UnreadableFile('The file has a row that is too long to be one.')
    }
    this.#retryAt = Math.min(this.#rest.length * 2, longestElement + 1)
    return elements
  }

  /** Takes the elements that are whole, and returns where the first that is not begins. */
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

  /** Where the reading goes on; -1 where the tag or its element is not whole yet. */
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
      // What stands in a comment closes nothing.
      hasMarkup = true
      at = markupEnd(text, this.#markup)
      if (at === -1) return -1
    }
  }

  /** Looked for once: for each row, it would be a search to the end of the text. */
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
