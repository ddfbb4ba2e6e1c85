import type { FileHandle } from 'node:fs/promises'
import { isDateFormat, rowsPerBatch, serialDate } from './sheet-book.ts'
import type { SheetBatch, SheetBook, SheetCell } from './sheet-book.ts'
import { TextPool } from './text-pool.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { attribute, openingTag, sheetText, unescapeText, xmlElements, xmlText } from './xml-elements.ts'
import type { XmlElement } from './xml-elements.ts'
import { ZipReader } from './zip-reader.ts'
import type { ZipEntry } from './zip-reader.ts'

/** Workbook, relations and styles: documents of a few kilobytes, read whole. */
const largestPart = 16 * 1024 * 1024

/**
 * A workbook as rows of cells. By hand as its writer is: SheetJS, at hand for tests, holds the whole file and all of its
 * cells, gigabytes for a million rows.
 */
export async function openXlsx(file: FileHandle, size: number, tempFolder?: string): Promise<SheetBook> {
  const zip = await ZipReader.open(file, size)
  const workbook = zip.entries.get('xl/workbook.xml')
  if (!workbook) throw new UnreadableFile('The file is a zip archive, but not an Excel workbook.')
  const [book, relations, styles] = await Promise.all([
    partText(zip, workbook),
    partText(zip, zip.entries.get('xl/_rels/workbook.xml.rels')),
    partText(zip, zip.entries.get('xl/styles.xml')),
  ])
  const sheets = sheetsOf(book, relations).flatMap(({ name, path }) => {
    const entry = zip.entries.get(path)
    return entry ? [{ name, entry }] : []
  })
  if (sheets.length === 0) throw new UnreadableFile('The workbook has no sheet.')
  const strings = zip.entries.get('xl/sharedStrings.xml')
  const pool = await TextPool.create(tempFolder)
  try {
    if (strings) await readSharedTexts(zip.content(strings), pool)
  } catch (error) {
    await pool.close()
    throw error
  }
  const is1904 = /<(?:\w+:)?workbookPr[^>]*\sdate1904="(?:1|true)"/.test(book)
  const cells = new CellReader(pool, dateStyles(styles), is1904)
  const whole = [...sheets.map(({ entry }) => entry), ...(strings ? [strings] : [])]
  const wholeBytes = whole.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  return {
    names: sheets.map(({ name }) => name),
    rows: (sheet) => cells.rows(zip.content(sheets[sheet]!.entry)),
    progress: () => Math.min(1, zip.read / Math.max(wholeBytes, 1)),
    close: () => pool.close(),
  }
}

async function partText(zip: ZipReader, entry: ZipEntry | undefined): Promise<string> {
  if (!entry) return ''
  if (entry.size > largestPart) throw new UnreadableFile('The workbook has a part of an impossible size.')
  const parts: Uint8Array[] = []
  for await (const part of zip.content(entry)) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

function sheetsOf(book: string, relations: string): { name: string; path: string }[] {
  const targets = new Map<string, string>()
  for (const [tag] of relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    const target = xmlText(attribute(tag, 'Target') ?? '')
    targets.set(attribute(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => ({
    name: xmlText(attribute(tag, 'name') ?? ''),
    path: targets.get(/\s(?:\w+:)?id="([^"]*)"/.exec(tag)?.[1] ?? '') ?? '',
  }))
}

/** For each cell style whether it shows numbers as dates. */
function dateStyles(styles: string): boolean[] {
  const patterns = new Map<number, string>()
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g)) {
    patterns.set(Number(attribute(tag, 'numFmtId')), xmlText(attribute(tag, 'formatCode') ?? ''))
  }
  const formats = /<(?:\w+:)?cellXfs[\s>].*?<\/(?:\w+:)?cellXfs>/s.exec(styles)?.[0] ?? ''
  return [...formats.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(([tag]) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    return isDateFormat(id, patterns.get(id))
  })
}

async function readSharedTexts(content: AsyncIterable<Uint8Array>, pool: TextPool): Promise<void> {
  for await (const elements of xmlElements(content, 'sst', 'si')) {
    for (const { content: text } of elements) pool.add(sheetText(text))
    if (pool.isHeavy) await pool.flush()
  }
  await pool.finish()
}

class CellReader {
  private readonly pool: TextPool
  private readonly isDate: readonly boolean[]
  private readonly is1904: boolean
  /** Cells whose text has to be fetched: row, column and number of the text, flat. */
  private shared: { cells: SheetCell[]; column: number; text: number }[] = []

  constructor(pool: TextPool, isDate: readonly boolean[], is1904: boolean) {
    this.pool = pool
    this.isDate = isDate
    this.is1904 = is1904
  }

  async *rows(content: AsyncIterable<Uint8Array>): AsyncGenerator<SheetBatch> {
    let number = 0
    for await (const elements of xmlElements(content, 'worksheet', 'row')) {
      for (let at = 0; at < elements.length; at += rowsPerBatch) {
        const batch: SheetBatch = { rows: [], numbers: [] }
        for (const element of elements.slice(at, at + rowsPerBatch)) {
          number = Number(attribute(element.attributes, 'r') ?? number + 1)
          batch.rows.push(this.row(element))
          batch.numbers.push(number)
        }
        await this.fillShared()
        yield batch
      }
    }
  }

  private async fillShared(): Promise<void> {
    if (this.shared.length === 0) return
    const { shared, pool } = this
    this.shared = []
    await pool.load(shared.map(({ text }) => text))
    for (const { cells, column, text } of shared) cells[column] = pool.get(text)
  }

  private row({ content }: XmlElement): SheetCell[] {
    const cells: SheetCell[] = []
    // A prefix is on every tag or on none.
    const prefix = /^\s*<(\w+:)/.exec(content)?.[1] ?? ''
    const open = `<${prefix}c`
    const close = `</${prefix}c>`
    for (let at = openingTag(content, open, 0); at !== -1;) {
      const tagEnd = content.indexOf('>', at)
      if (tagEnd === -1) break
      const attributes = content.slice(at + open.length, tagEnd)
      const column = columnOf(attributes) ?? cells.length
      while (cells.length < column) cells.push(null)
      let end = tagEnd
      if (content.charCodeAt(tagEnd - 1) !== 47) {
        end = content.indexOf(close, tagEnd)
        if (end === -1) break
        cells[column] = this.cell(cells, column, attributes, content.slice(tagEnd + 1, end))
      } else cells[column] = null
      at = openingTag(content, open, end)
    }
    return cells
  }

  private cell(cells: SheetCell[], column: number, attributes: string, content: string): SheetCell {
    const type = attribute(attributes, 't')
    if (type === 'inlineStr') return sheetText(content)
    const value = valueOf(content)
    if (value === null) return null
    if (type === 's') {
      this.shared.push({ cells, column, text: Number(value) })
      return null
    }
    if (type === 'b') return value === '1'
    if (type === 'str' || type === 'e' || type === 'd') return unescapeText(xmlText(value))
    const number = Number(value)
    const isDate = this.isDate[Number(attribute(attributes, 's') ?? 0)] ?? false
    return isDate ? serialDate(number, this.is1904) : number
  }
}

function valueOf(content: string): string | null {
  const plain = content.indexOf('<v>')
  if (plain === -1) return /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</.exec(content)?.[1] ?? null
  const end = content.indexOf('<', plain + 3)
  return end === -1 ? null : content.slice(plain + 3, end)
}

/** `B` of ` r="B2"`, from 0. */
function columnOf(attributes: string): number | null {
  const start = attributes.indexOf(' r="')
  if (start === -1) return null
  let column = 0
  for (let at = start + 4; at < attributes.length; at += 1) {
    const letter = attributes.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column > 0 && column <= 16_384 ? column - 1 : null
}
