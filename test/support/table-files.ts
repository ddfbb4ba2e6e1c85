/** Support for tests of file formats. */

import { CsvLines, type CsvBatch, type CsvReadOptions } from '#formats/csv/csv-reader.ts'
import { ZipWriter } from '../../src/formats/zip/zip-writer.ts'

export async function bytesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** The same bytes in chunks that end at the given positions. */
export function splitAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts, bytes.length].map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b)
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An xlsx workbook made of the parts that a test gives; the other parts are valid. */
export async function workbookOf(parts: {
  sheet?: string | Uint8Array
  texts?: string | Uint8Array
  styles?: string
  workbook?: string
  relations?: string
}): Promise<Buffer> {
  const content = {
    'xl/workbook.xml':
      parts.workbook ??
      `<workbook xmlns:r="${relations}"><sheets><sheet name="Mails" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      parts.relations ?? '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': parts.styles ?? '<styleSheet/>',
    'xl/sharedStrings.xml': parts.texts ?? '<sst/>',
    'xl/worksheets/sheet1.xml': parts.sheet ?? sheetOf('<row><c><v>1</v></c></row>'),
  }
  const zip = new ZipWriter(6)
  const bytes: Uint8Array[] = []
  for (const [name, part] of Object.entries(content)) {
    for await (const chunk of zip.entry(name, [Buffer.from(part as string)])) bytes.push(Buffer.from(chunk))
  }
  for (const chunk of zip.end()) bytes.push(Buffer.from(chunk))
  return Buffer.concat(bytes)
}

export function sheetOf(rows: string): string {
  return `<worksheet><sheetData>${rows}</sheetData></worksheet>`
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** The rows of a csv file in batches, each row with the number of its first line. */
export async function* readCsvLines(source: Chunks, options: CsvReadOptions = {}): AsyncGenerator<CsvBatch> {
  const reader = new CsvLines(options)
  for await (const chunk of source) {
    for (const batch of reader.push(chunk)) if (batch.rows.length > 0) yield batch
  }
  for (const batch of reader.end()) if (batch.rows.length > 0) yield batch
}

export async function* readCsv(source: Chunks, options: CsvReadOptions = {}): AsyncGenerator<string[][]> {
  for await (const { rows } of readCsvLines(source, options)) yield rows
}
