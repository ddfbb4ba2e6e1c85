import { numberCell, type NumberDisplay } from '../sheets/sheet-book.ts'
import type { SheetBatch } from '../sheets/sheet-book.ts'
import { SheetRows } from '../sheets/sheet-rows.ts'
import type { TextPool } from '../sheets/text-pool.ts'
import { UnreadableFile } from '../base/unreadable-file.ts'
import { xmlElements } from '../xml/xml-elements.ts'
import type { XmlElement } from '../xml/xml-elements.ts'
import { attribute, hasName, prefixAt, tagEnd } from '../xml/xml-tags.ts'
import { unescapeText, xmlText } from '../xml/xml-text.ts'

/** The format’s row and column limits. */
const mostColumns = 16_384
const mostRows = 1_048_576

export class XlsxRows {
  readonly #pool: TextPool
  readonly #displays: readonly NumberDisplay[]
  readonly #is1904: boolean

  constructor(pool: TextPool, displays: readonly NumberDisplay[], is1904: boolean) {
    this.#pool = pool
    this.#displays = displays
    this.#is1904 = is1904
  }

  async *read(content: AsyncIterable<Uint8Array>): AsyncGenerator<SheetBatch> {
    const rows = new SheetRows(this.#pool)
    let number = 0
    let count = 0
    for await (const elements of xmlElements(content, 'worksheet', 'row')) {
      for (const element of elements) {
        if (++count > mostRows)
          throw new UnreadableFile(
            `The file is damaged. A sheet has more than ${mostRows} rows. Copy or download it again.`,
          )
        number = rowNumber(element.attributes) ?? number + 1
        rows.begin(number)
        this.#row(element, rows)
        if (rows.isFull) yield* rows.take()
        if (rows.isOver) break
      }
      if (rows.isOver) break
    }
    rows.end()
    yield* rows.take()
  }

  #row({ content }: XmlElement, rows: SheetRows): void {
    // A document uses the prefix either on all tags or on none.
    const first = content.indexOf('<')
    const prefix = prefixAt(content, first + 1)
    const name = `${prefix}c`
    const close = `</${name}>`
    for (let at = first; at !== -1;) {
      const end = tagEnd(content, at)
      if (end === -1) throw damaged()
      let next = end + 1
      if (hasName(content, at + 1, name)) {
        const isEmpty = content.charCodeAt(end - 1) === 47
        const attributes = content.slice(at + 1 + name.length, isEmpty ? end - 1 : end)
        const column = columnOf(attributes) ?? rows.nextColumn
        if (column >= mostColumns) throw damaged()
        if (isEmpty) rows.set(column, null)
        else {
          const closing = content.indexOf(close, next)
          if (closing === -1) throw damaged()
          this.#cell(rows, column, attributes, content.slice(next, closing))
          next = closing + close.length
        }
      }
      at = content.indexOf('<', next)
    }
  }

  #cell(rows: SheetRows, column: number, attributes: string, content: string): void {
    const type = attribute(attributes, 't')
    if (type === 'inlineStr') {
      rows.set(column, sheetText(content))
      return
    }
    const value = valueOf(content)
    // An error such as #N/A counts as missing, as in xls.
    if (value === null || type === 'e') rows.set(column, null)
    else if (type === 's') rows.setShared(column, Number(value))
    else if (type === 'b') rows.set(column, value === '1')
    else if (type === 'str' || type === 'd') rows.set(column, unescapeText(xmlText(value)))
    else {
      const number = Number(value)
      const display = this.#displays[Number(attribute(attributes, 's') ?? 0)]
      rows.set(column, numberCell(number, display, this.#is1904))
    }
  }
}

function damaged(): UnreadableFile {
  return new UnreadableFile('The file is damaged. One of its rows is not valid. Copy or download it again.')
}

/** Reads a cell’s text: joins its runs, leaves out pronunciation hints, and undoes the format’s own escapes. */
export function sheetText(content: string): string {
  const first = content.indexOf('<')
  const prefix = prefixAt(content, first + 1)
  let text = ''
  let isHint = false
  for (let at = first; at !== -1;) {
    const end = tagEnd(content, at)
    if (end === -1) break
    const start = content.indexOf('<', end)
    const isEmpty = content.charCodeAt(end - 1) === 47
    if (!isEmpty && hasName(content, at + 1, `${prefix}rPh`)) isHint = true
    else if (hasName(content, at + 1, `/${prefix}rPh`)) isHint = false
    else if (!isEmpty && !isHint && start !== -1 && hasName(content, at + 1, `${prefix}t`)) {
      text += content.slice(end + 1, start)
    }
    at = start
  }
  return unescapeText(xmlText(text))
}

/** Returns the content of a cell’s `v` element, or null if there is none. */
function valueOf(content: string): string | null {
  const first = content.indexOf('<')
  const name = `${prefixAt(content, first + 1)}v`
  for (let at = first; at !== -1;) {
    const end = tagEnd(content, at)
    if (end === -1) return null
    const next = content.indexOf('<', end)
    const isEmpty = content.charCodeAt(end - 1) === 47
    if (hasName(content, at + 1, name) && !isEmpty) return next === -1 ? null : content.slice(end + 1, next)
    at = next
  }
  return null
}

function rowNumber(attributes: string): number | null {
  const number = Number(attribute(attributes, 'r') ?? 0)
  return Number.isInteger(number) && number > 0 && number <= mostRows ? number : null
}

/** Returns a cell’s column, counted from 0: for ` r="B2"`, it is 1. */
function columnOf(attributes: string): number | null {
  const start = attributes.indexOf(' r="')
  if (start === -1) return null
  let column = 0
  for (let at = start + 4; at < attributes.length; at += 1) {
    const letter = attributes.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column > 0 && column <= mostColumns ? column - 1 : null
}
