import type { FileHandle } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { displayOf, mostSheets, tooManySheets, type NumberDisplay } from '../sheets/sheet-book.ts'
import type { SheetBook } from '../sheets/sheet-book.ts'
import { TextPool } from '../sheets/text-pool.ts'
import { UnreadableFile } from '../base/unreadable-file.ts'
import { XlsxRows, sheetText } from './xlsx-rows.ts'
import { xmlElements } from '../xml/xml-elements.ts'
import { attribute, prefixedAttribute, xmlTags } from '../xml/xml-tags.ts'
import { xmlText } from '../xml/xml-text.ts'
import { ZipReader } from '../zip/zip-reader.ts'
import type { ZipEntry } from '../zip/zip-reader.ts'

/**
 * The maximum size of the workbook, its relations and its styles, in bytes. Each has a few kilobytes and is read as a
 * whole.
 */
const largestPart = 1024 * 1024

/**
 * Reads a workbook as rows of cells. Like the writer, this reader is our own: SheetJS, which the tests use, keeps the
 * entire file and all its cells in memory, which takes gigabytes for a million rows.
 */
export async function openXlsx(file: FileHandle, size: number, tempFolder?: string): Promise<SheetBook> {
  const zip = await ZipReader.open(file, size)
  const workbook = zip.entries.get('xl/workbook.xml')
  if (!workbook)
    throw new UnreadableFile('The file is a zip archive, but not an Excel workbook. Choose an XLS, XLSX or CSV file.')
  const [book, relations, styles] = await Promise.all([
    partText(zip, workbook),
    partText(zip, zip.entries.get('xl/_rels/workbook.xml.rels')),
    partText(zip, zip.entries.get('xl/styles.xml')),
  ])
  const { named, is1904 } = readWorkbook(book)
  const targets = targetsOf(relations)
  const sheets = named.flatMap(({ name, isHidden, id }) => {
    const entry = zip.entries.get(targets.get(id) ?? '')
    return entry ? [{ name, isHidden, entry }] : []
  })
  if (sheets.length === 0) throw new UnreadableFile('The workbook has no sheets. Choose another file.')
  const strings = zip.entries.get('xl/sharedStrings.xml')
  const parts = [...sheets.map(({ entry }) => entry), ...(strings ? [strings] : [])]
  const packedBytes = parts.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  // If parts are named twice or overlap, a small file can unpack to any size.
  if (new Set(parts).size < parts.length || packedBytes > size) {
    throw new UnreadableFile('The file is damaged. Two of its parts overlap. Copy or download it again.')
  }
  const displays = displaysOf(styles)
  const pool = await TextPool.create(tempFolder)
  try {
    if (strings) await readSharedTexts(zip.content(strings), pool)
  } catch (error) {
    await pool.close()
    throw error
  }
  const rows = new XlsxRows(pool, displays, is1904)
  return {
    names: sheets.map(({ name }) => name),
    isHidden: (sheet) => sheets[sheet]!.isHidden,
    rows: (sheet) => rows.read(zip.content(sheets[sheet]!.entry)),
    progress: () => Math.min(1, zip.read / Math.max(packedBytes, 1)),
    close: () => pool.close(),
  }
}

async function partText(zip: ZipReader, entry: ZipEntry | undefined): Promise<string> {
  if (!entry) return ''
  if (entry.size > largestPart) {
    throw new UnreadableFile('The workbook has more sheets or styles than Mailroom can read. Save it as CSV UTF-8.')
  }
  return text(zip.content(entry))
}

type Workbook = { named: { name: string; isHidden: boolean; id: string }[]; is1904: boolean }

function readWorkbook(book: string): Workbook {
  const workbook: Workbook = { named: [], is1904: false }
  for (const { name, attributes, isClosing } of xmlTags(book)) {
    if (isClosing) continue
    if (name === 'workbookPr') {
      const date1904 = attribute(attributes, 'date1904')
      workbook.is1904 ||= date1904 === '1' || date1904 === 'true'
    } else if (name === 'sheet') {
      const id = prefixedAttribute(attributes, 'id') ?? ''
      const isHidden = /^(?:h|veryH)idden$/.test(attribute(attributes, 'state') ?? '')
      workbook.named.push({ name: xmlText(attribute(attributes, 'name') ?? ''), isHidden, id })
      if (workbook.named.length > mostSheets) {
        throw new UnreadableFile(tooManySheets)
      }
    }
  }
  return workbook
}

/** Returns the paths of the parts that the workbook refers to by number. */
function targetsOf(relations: string): Map<string, string> {
  const targets = new Map<string, string>()
  for (const { name, attributes } of xmlTags(relations)) {
    if (name !== 'Relationship') continue
    const target = xmlText(attribute(attributes, 'Target') ?? '')
    targets.set(attribute(attributes, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return targets
}

/** How each cell style displays numbers. */
function displaysOf(styles: string): NumberDisplay[] {
  const displays = new Map<number, NumberDisplay>()
  const styled: NumberDisplay[] = []
  let isInside = false
  for (const { name, attributes, isClosing } of xmlTags(styles)) {
    if (name === 'cellXfs') isInside = !isClosing && !attributes.endsWith('/')
    else if (isClosing) continue
    else if (name === 'numFmt') {
      const id = Number(attribute(attributes, 'numFmtId'))
      displays.set(id, displayOf(id, xmlText(attribute(attributes, 'formatCode') ?? '')))
    } else if (name === 'xf' && isInside) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      styled.push(displays.get(id) ?? displayOf(id, undefined))
    }
  }
  return styled
}

async function readSharedTexts(content: AsyncIterable<Uint8Array>, pool: TextPool): Promise<void> {
  for await (const elements of xmlElements(content, 'sst', 'si')) {
    for (const element of elements) pool.add(sheetText(element.content))
    if (pool.isHeavy) await pool.flush()
  }
  await pool.finish()
}
