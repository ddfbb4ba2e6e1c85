import type { FileHandle } from 'node:fs/promises'
import { isDateFormat, rowsPerBatch, serialDate } from '../sheet-book.ts'
import type { SheetBatch, SheetBook, SheetCell } from '../sheet-book.ts'
import { TextPool } from '../text-pool.ts'
import { UnreadableFile } from '../unreadable-file.ts'
import { BiffRecords, type BiffRecord } from './biff-records.ts'
import { CompoundReader, type CompoundStream } from './compound-reader.ts'
import { readTexts, textAt } from './read-texts.ts'

const type = {
  ...{ begin: 0x0809, end: 0x000a, password: 0x002f, epoch: 0x0022, format: 0x041e, style: 0x00e0 },
  ...{ sheet: 0x0085, texts: 0x00fc, sharedText: 0x00fd, text: 0x0204, richText: 0x00d6, number: 0x0203 },
  ...{ short: 0x027e, shorts: 0x00bd, truth: 0x0205, formula: 0x0006, formulaText: 0x0207 },
} as const

const version8 = 0x0600

type Globals = {
  sheets: { name: string; position: number }[]
  /** For each cell style whether it shows numbers as dates. */
  isDate: boolean[]
  is1904: boolean
}

/** A workbook of Excel 97 to 2003 (BIFF8) as rows of cells: one pass over each sheet, its texts spilled to disk. */
export async function openXls(file: FileHandle, size: number, tempFolder?: string): Promise<SheetBook> {
  const compound = await CompoundReader.open(file, size)
  const stream = await compound.stream('Workbook')
  if (!stream) throw new UnreadableFile(whatElse(compound))
  const pool = await TextPool.create(tempFolder)
  try {
    const globals = await readGlobals(stream, pool)
    if (globals.sheets.length === 0) throw new UnreadableFile('The workbook has no sheet.')
    let read = 0
    return {
      names: globals.sheets.map(({ name }) => name),
      rows: (sheet) => {
        const { position } = globals.sheets[sheet]!
        const told = (bytes: number): void => void (read = Math.max(read, position + bytes))
        return readSheet(counted(stream.read(position), told), globals, pool)
      },
      progress: () => Math.min(1, read / stream.size),
      close: () => pool.close(),
    }
  } catch (error) {
    await pool.close()
    throw error instanceof RangeError ? new UnreadableFile('The file is damaged: it does not fit together.') : error
  }
}

function whatElse(compound: CompoundReader): string {
  if (compound.has('EncryptedPackage')) return 'The file is protected with a password. Save it without one.'
  if (compound.has('Book')) return 'The file is of an Excel older than 97. Save it as xlsx.'
  return 'The file is an older Office file, but not an Excel workbook.'
}

async function* counted(parts: AsyncGenerator<Buffer>, tell: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    tell(bytes)
    yield part
  }
}

async function readGlobals(stream: CompoundStream, pool: TextPool): Promise<Globals> {
  const globals: Globals = { sheets: [], isDate: [], is1904: false }
  const patterns = new Map<number, string>()
  const styles: number[] = []
  const records = new BiffRecords(stream.read(0))
  try {
    const first = await records.next()
    if (first.type !== type.begin || first.body.readUInt16LE(0) !== version8) {
      throw new UnreadableFile('The file is of an Excel older than 97. Save it as xlsx.')
    }
    for (;;) {
      const { type: kind, body } = records.buffered() ?? (await records.next())
      if (kind === type.end) break
      if (kind === type.password) {
        throw new UnreadableFile('The file is protected with a password. Save it without one.')
      }
      if (kind === type.epoch) globals.is1904 = body.readUInt16LE(0) === 1
      else if (kind === type.format) patterns.set(body.readUInt16LE(0), textAt(body, 2, 2))
      else if (kind === type.style) styles.push(body.readUInt16LE(2))
      else if (kind === type.texts) await readTexts(records, body, pool)
      // Charts and macros are sheets too, of another kind.
      else if (kind === type.sheet && body.readUInt8(5) === 0) {
        globals.sheets.push({ position: body.readUInt32LE(0), name: textAt(body, 6, 1) })
      }
    }
  } finally {
    await records.close()
  }
  globals.isDate = styles.map((format) => isDateFormat(format, patterns.get(format)))
  return globals
}

async function* readSheet(parts: AsyncGenerator<Buffer>, globals: Globals, pool: TextPool): AsyncGenerator<SheetBatch> {
  const records = new BiffRecords(parts)
  const sheet = new SheetCells(globals, pool)
  let depth = 0
  try {
    for (;;) {
      const record = records.buffered() ?? (await records.next())
      if (record.type === type.begin) depth += 1
      else if (record.type === type.end) {
        depth -= 1
        if (depth === 0) break
      } else if (depth === 1) sheet.take(record)
      if (sheet.isFull) yield await sheet.batch()
    }
    yield await sheet.batch()
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableFile('The file is damaged: it does not fit together.') : error
  } finally {
    await records.close()
  }
}

/** Cells of a sheet, gathered to rows. */
class SheetCells {
  private rows: SheetCell[][] = []
  private numbers: number[] = []
  private shared: { cells: SheetCell[]; column: number; text: number }[] = []
  private current: SheetCell[] = []
  private row = -1
  private column = 0
  private readonly globals: Globals
  private readonly pool: TextPool

  constructor(globals: Globals, pool: TextPool) {
    this.globals = globals
    this.pool = pool
  }

  /** One row more than a batch: the last may not be whole. */
  get isFull(): boolean {
    return this.rows.length > rowsPerBatch
  }

  async batch(): Promise<SheetBatch> {
    const { rows, numbers, shared, pool } = this
    const open = this.isFull ? rows.length - 1 : rows.length
    const batch = { rows: rows.slice(0, open), numbers: numbers.slice(0, open) }
    this.rows = rows.slice(open)
    this.numbers = numbers.slice(open)
    this.shared = []
    await pool.load(shared.map(({ text }) => text))
    for (const { cells, column, text } of shared) cells[column] = pool.get(text)
    return batch
  }

  take({ type: kind, body }: BiffRecord): void {
    switch (kind) {
      case type.sharedText:
        this.put(body, null)
        this.shared.push({ cells: this.current, column: this.column, text: body.readUInt32LE(6) })
        break
      case type.text:
      case type.richText:
        this.put(body, textAt(body, 6, 2))
        break
      case type.number:
        this.put(body, this.value(body.readUInt16LE(4), body.readDoubleLE(6)))
        break
      case type.short:
        this.put(body, this.value(body.readUInt16LE(4), shortNumber(body, 6)))
        break
      case type.shorts:
        this.begin(body)
        for (let at = 4; at + 6 < body.length; at += 6) {
          this.set(this.value(body.readUInt16LE(at), shortNumber(body, at + 2)))
          this.column += 1
        }
        break
      case type.truth:
        this.put(body, body.readUInt8(7) === 0 ? body.readUInt8(6) === 1 : null)
        break
      case type.formula:
        this.put(body, this.formula(body))
        break
      case type.formulaText:
        this.set(textAt(body, 0, 2))
        break
    }
  }

  private begin(body: Buffer): void {
    const row = body.readUInt16LE(0)
    this.column = body.readUInt16LE(2)
    if (row === this.row) return
    this.row = row
    this.current = []
    this.rows.push(this.current)
    this.numbers.push(row + 1)
  }

  private put(body: Buffer, value: SheetCell): void {
    this.begin(body)
    this.set(value)
  }

  private set(value: SheetCell): void {
    while (this.current.length < this.column) this.current.push(null)
    this.current[this.column] = value
  }

  private value(style: number, number: number): SheetCell {
    return this.globals.isDate[style] ? serialDate(number, this.globals.is1904) : number
  }

  /** What it came to; a text follows in a record of its own. */
  private formula(body: Buffer): SheetCell {
    if (body.readUInt16LE(12) !== 0xffff) return this.value(body.readUInt16LE(4), body.readDoubleLE(6))
    return body.readUInt8(6) === 1 ? body.readUInt8(8) === 1 : null
  }
}

/** Thirty bits of an integer or of the upper end of a double, perhaps to be divided by a hundred. */
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
