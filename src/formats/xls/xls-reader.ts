import type { FileHandle } from 'node:fs/promises'
import { displayOf, mostSheets, numberCell, tooManySheets, type NumberDisplay } from '../sheets/sheet-book.ts'
import type { SheetBatch, SheetBook, SheetCell } from '../sheets/sheet-book.ts'
import { SheetRows } from '../sheets/sheet-rows.ts'
import { TextPool } from '../sheets/text-pool.ts'
import { UnreadableFile } from '../base/unreadable-file.ts'
import { BiffRecords, type BiffRecord } from './biff-records.ts'
import { CompoundReader, type CompoundStream } from '../compound/compound-reader.ts'
import { readTexts, textAt } from './read-texts.ts'

const type = {
  begin: 0x0809,
  end: 0x000a,
  password: 0x002f,
  epoch: 0x0022,
  format: 0x041e,
  style: 0x00e0,
  sheet: 0x0085,
  texts: 0x00fc,
  sharedText: 0x00fd,
  text: 0x0204,
  richText: 0x00d6,
  number: 0x0203,
  short: 0x027e,
  shorts: 0x00bd,
  truth: 0x0205,
  formula: 0x0006,
  formulaText: 0x0207,
} as const

const version8 = 0x0600
/** One bit for hidden sheets, and one for very hidden ones, which only a macro can show. */
const hiddenBits = 3
/** The format allows no more columns than this. */
const mostColumns = 256
const damaged = 'The file is damaged. Its parts contradict each other. Copy or download it again.'

type XlsSheet = { name: string; isHidden: boolean; position: number; end: number }

type Globals = {
  sheets: XlsSheet[]
  /** Whether each cell style displays numbers as dates. */
  displays: NumberDisplay[]
  is1904: boolean
}

/**
 * Reads an Excel 97 to 2003 workbook (BIFF8). Each sheet is read once, from start to end, and texts are kept in a
 * temporary file.
 */
export async function openXls(file: FileHandle, size: number, tempFolder?: string): Promise<SheetBook> {
  let pool: TextPool | null = null
  try {
    const compound = await CompoundReader.open(file, size)
    const stream = await compound.stream('Workbook')
    if (!stream) throw new UnreadableFile(notAWorkbook(compound))
    const texts = (pool = await TextPool.create(tempFolder))
    const globals = await readGlobals(stream, texts)
    if (globals.sheets.length === 0) throw new UnreadableFile('The workbook has no sheets. Choose another file.')
    let read = 0
    return {
      names: globals.sheets.map(({ name }) => name),
      isHidden: (sheet) => globals.sheets[sheet]!.isHidden,
      rows: (sheet) => {
        const { position, end } = globals.sheets[sheet]!
        const onRead = (bytes: number): void => void (read = Math.max(read, position + bytes))
        return readSheet(counted(stream.read(position, end), onRead), globals, texts)
      },
      progress: () => Math.min(1, read / stream.size),
      close: () => texts.close(),
    }
  } catch (error) {
    await pool?.close()
    throw error instanceof RangeError ? new UnreadableFile(damaged) : error
  }
}

function notAWorkbook(compound: CompoundReader): string {
  if (compound.has('EncryptedPackage')) return 'The file is protected with a password. Save it without one.'
  if (compound.has('Book')) return 'The file was written by a version of Excel older than 97. Save it as XLSX.'
  return 'The file is an older Office file, but not an Excel workbook. Choose an XLS, XLSX or CSV file.'
}

async function* counted(parts: AsyncGenerator<Buffer>, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    onRead(bytes)
    yield part
  }
}

async function readGlobals(stream: CompoundStream, pool: TextPool): Promise<Globals> {
  const globals: Globals = { sheets: [], displays: [], is1904: false }
  const displays = new Map<number, NumberDisplay>()
  const styles: number[] = []
  const positions: number[] = []
  const records = new BiffRecords(stream.read(0, stream.size))
  try {
    const first = await records.next()
    if (first.type !== type.begin || first.body.readUInt16LE(0) !== version8) {
      throw new UnreadableFile('The file was written by a version of Excel older than 97. Save it as XLSX.')
    }
    for (;;) {
      const { type: kind, body } = records.buffered() ?? (await records.next())
      if (kind === type.end) break
      if (kind === type.password) {
        throw new UnreadableFile('The file is protected with a password. Save it without one.')
      }
      if (kind === type.epoch) globals.is1904 = body.readUInt16LE(0) === 1
      else if (kind === type.format) {
        const id = body.readUInt16LE(0)
        displays.set(id, displayOf(id, textAt(body, 2, 2)))
      } else if (kind === type.style) styles.push(body.readUInt16LE(2))
      else if (kind === type.texts) await readTexts(records, body, pool)
      else if (kind === type.sheet) {
        const position = body.readUInt32LE(0)
        positions.push(position)
        // Charts and macros are also sheets, but of other types.
        if (body.readUInt8(5) === 0) {
          const isHidden = (body.readUInt8(4) & hiddenBits) !== 0
          globals.sheets.push({ name: textAt(body, 6, 1), isHidden, position, end: 0 })
        }
      }
    }
  } finally {
    await records.close()
  }
  endSheets(globals.sheets, [...positions, stream.size])
  globals.displays = styles.map((format) => displays.get(format) ?? displayOf(format, undefined))
  return globals
}

/**
 * A sheet’s data must end no later than the next sheet in the file begins. Otherwise, a file could contain many sheets
 * with the same rows, which would be read again for each sheet.
 */
function endSheets(sheets: XlsSheet[], positions: readonly number[]): void {
  if (positions.length > mostSheets) {
    throw new UnreadableFile(tooManySheets)
  }
  const places = [...new Set(positions)].sort((one, other) => one - other)
  if (places.length < positions.length) throw new UnreadableFile(damaged)
  for (const sheet of sheets) sheet.end = places[places.indexOf(sheet.position) + 1] ?? sheet.position
}

async function* readSheet(parts: AsyncGenerator<Buffer>, globals: Globals, pool: TextPool): AsyncGenerator<SheetBatch> {
  const records = new BiffRecords(parts)
  const rows = new SheetRows(pool)
  const cells = new XlsRows(globals, rows)
  let depth = 0
  try {
    for (;;) {
      const record = records.buffered() ?? (await records.next())
      if (record.type === type.begin) depth += 1
      else if (record.type === type.end) {
        depth -= 1
        if (depth === 0) break
      } else if (depth === 1) cells.take(record)
      if (rows.isFull) yield* rows.take()
    }
    rows.end()
    yield* rows.take()
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableFile(damaged) : error
  } finally {
    await records.close()
  }
}

/** Converts a sheet’s cell records into rows. */
class XlsRows {
  #row = -1
  #column = 0
  readonly #globals: Globals
  readonly #rows: SheetRows

  constructor(globals: Globals, rows: SheetRows) {
    this.#globals = globals
    this.#rows = rows
  }

  take({ type: kind, body }: BiffRecord): void {
    switch (kind) {
      case type.sharedText:
        this.#begin(body)
        this.#rows.setShared(this.#column, body.readUInt32LE(6))
        break
      case type.text:
      case type.richText:
        this.#put(body, textAt(body, 6, 2))
        break
      case type.number:
        this.#put(body, this.#value(body.readUInt16LE(4), body.readDoubleLE(6)))
        break
      case type.short:
        this.#put(body, this.#value(body.readUInt16LE(4), shortNumber(body, 6)))
        break
      case type.shorts:
        this.#begin(body)
        for (let at = 4; at + 6 < body.length; at += 6) {
          this.#set(this.#value(body.readUInt16LE(at), shortNumber(body, at + 2)))
          this.#column += 1
        }
        break
      case type.truth:
        this.#put(body, body.readUInt8(7) === 0 ? body.readUInt8(6) === 1 : null)
        break
      case type.formula:
        this.#put(body, this.#formula(body))
        break
      case type.formulaText:
        this.#set(textAt(body, 0, 2))
        break
    }
  }

  #begin(body: Buffer): void {
    const row = body.readUInt16LE(0)
    this.#column = body.readUInt16LE(2)
    if (this.#column >= mostColumns) throw new UnreadableFile(damaged)
    if (row === this.#row) return
    this.#row = row
    this.#rows.begin(row + 1)
  }

  #put(body: Buffer, value: SheetCell): void {
    this.#begin(body)
    this.#set(value)
  }

  #set(value: SheetCell): void {
    if (this.#column >= mostColumns) throw new UnreadableFile(damaged)
    this.#rows.set(this.#column, value)
  }

  #value(style: number, number: number): SheetCell {
    return numberCell(number, this.#globals.displays[style], this.#globals.is1904)
  }

  /** Returns a formula’s result. A text result follows in a separate record. */
  #formula(body: Buffer): SheetCell {
    if (body.readUInt16LE(12) !== 0xffff) return this.#value(body.readUInt16LE(4), body.readDoubleLE(6))
    return body.readUInt8(6) === 1 ? body.readUInt8(8) === 1 : null
  }
}

/**
 * Reads an integer of thirty bits, or a double of which only the upper thirty bits are stored. A flag says whether to
 * divide it by a hundred.
 */
function shortNumber(body: Buffer, at: number): number {
  const bits = body.readInt32LE(at)
  let value = bits >> 2
  if ((bits & 2) === 0) {
    const double = Buffer.alloc(8)
    double.writeInt32LE(bits & ~3, 4)
    value = double.readDoubleLE(0)
  }
  return (bits & 1) === 0 ? value : value / 100
}
