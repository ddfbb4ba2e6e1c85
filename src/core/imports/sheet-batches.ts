import { open } from 'node:fs/promises'
import { openXls, openXlsx, type SheetBook } from '#formats/index.ts'
import { GrowingSet } from '../base/packs/growing-set.ts'
import { Unreadable } from '../api/read/fields.ts'
import {
  noShape,
  notAnExport,
  translated,
  type FileBatch,
  type FileReader,
  type FileShape,
  type SetAside,
} from './file-reader.ts'
import { missingColumns, readHeading, readRow, type TableHeading } from './records.ts'

const openers = { xls: openXls, xlsx: openXlsx } as const

/**
 * Reads every sheet that begins with an export’s heading, because a long table continues on the next sheet. Sheets with
 * other rows are set aside at the end, because they may be a part of that table that has lost its heading.
 */
export function sheetBatches(path: string, kind: 'xls' | 'xlsx', tempFolder: string): FileReader {
  let shape: FileShape = noShape
  return {
    kind,
    get shape() {
      return shape
    },
    batches: () => batches({ path, kind, tempFolder }, (heading) => (shape = heading)),
  }
}

async function* batches(
  { path, kind, tempFolder }: { path: string; kind: 'xls' | 'xlsx'; tempFolder: string },
  onHeading: (heading: TableHeading) => void,
): AsyncGenerator<FileBatch> {
  try {
    await using file = await open(path)
    const book = await openers[kind](file, (await file.stat()).size, tempFolder)
    try {
      yield* bookBatches(book, onHeading)
    } finally {
      await book.close()
    }
  } catch (thrown) {
    throw translated(thrown)
  }
}

async function* bookBatches(book: SheetBook, onHeading: (heading: TableHeading) => void): AsyncGenerator<FileBatch> {
  let problem =
    'The workbook is not a message export. No sheet begins with the columns Id, Email, CreatedDate and so on. Choose an export file.'
  let [hasHeading, hasRows] = [false, false]
  const records = new GrowingSet(256)
  const skipped: SetAside[] = []
  for (const [index, name] of book.names.entries()) {
    let heading: TableHeading | null = null
    for await (const { rows, numbers } of book.rows(index)) {
      const batch: FileBatch = { records, setAside: [], done: book.progress() }
      records.clear()
      for (const [at, cells] of rows.entries()) {
        if (heading === null) {
          heading = readHeading(cells)
          const missing = heading && missingColumns(heading)
          if (heading === null || missing !== null) {
            problem = missing ?? problem
            heading = null
            skipped.push({ place: name, reason: missing?.replace(/\.$/, '') ?? noHeading })
            break
          }
          hasHeading = true
          onHeading(heading)
          continue
        }
        try {
          records.append(readRow(heading, cells))
        } catch (thrown) {
          if (!(thrown instanceof Unreadable)) throw thrown
          batch.setAside.push({ place: `${name}, row ${numbers[at]}`, reason: thrown.message })
        }
      }
      if (heading === null) break
      hasRows ||= batch.records.size + batch.setAside.length > 0
      yield batch
    }
  }
  if (!hasHeading) throw notAnExport(problem)
  records.clear()
  // Without any rows, the file is an export without messages, whatever its other sheets are.
  if (skipped.length > 0 && hasRows) yield { records, setAside: skipped, done: 1 }
}

const noHeading = 'This sheet was not read, because its first row is not the heading of an export'
