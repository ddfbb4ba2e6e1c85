import { compoundFile } from '#formats/compound/compound-file.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { exportColumns } from '#shared/domain/exports/export-columns.ts'

function record(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2))
  return bytes
}

/** A text preceded by its length in two bytes, as in the records of an xls file. */
function text(value: string): Buffer {
  return Buffer.concat([words(value.length), Buffer.from([1]), Buffer.from(value, 'utf16le')])
}

const begin = (kind: number) => record(0x0809, words(0x0600, kind, 0, 0, 0, 0, 0, 0))
const end = record(0x000a, Buffer.alloc(0))
const format = (id: number, code: string) => record(0x041e, Buffer.concat([words(id), text(code)]))
const style = (id: number) => record(0x00e0, Buffer.concat([words(0, id), Buffer.alloc(16)]))
const label = (row: number, column: number, value: string) =>
  record(0x0204, Buffer.concat([words(row, column, 0), text(value)]))
const number = (row: number, column: number) => record(0x0203, Buffer.concat([words(row, column, 0), Buffer.alloc(8)]))
const heading = Buffer.concat(exportColumns.map((name, column) => label(0, column, name)))

function sheetEntry(position: number, name: string): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(position)
  head[6] = name.length
  return record(0x0085, Buffer.concat([head, Buffer.from(name, 'latin1')]))
}

async function xls({
  globals = [],
  sheet = [heading],
  sheets = 1,
}: {
  globals?: Buffer[]
  sheet?: Buffer[]
  sheets?: number
}): Promise<Buffer> {
  const names = Array.from({ length: sheets }, (_, at) => `s${at}`)
  const before = Buffer.concat([begin(5), ...globals])
  const listed = (position: number) => names.map((name) => sheetEntry(position, name))
  const length = before.length + Buffer.concat(listed(0)).length + end.length
  const stream = Buffer.concat([before, ...listed(length), end, begin(0x10), ...sheet, end])
  return bytesOf(
    compoundFile(
      'Workbook',
      stream.length,
      (async function* () {
        yield stream
      })(),
    ),
  )
}

const long = '['.repeat(4000)
const many = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** Workbooks of Excel 97 by name, made on request. */
export const oldWorkbooks: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a heading alone': () => xls({}),
  'one long format, 4,000 styles': () => xls({ globals: [format(200, long), ...many(4000, () => style(200))] }),
  '400 long formats': () =>
    xls({ globals: [...many(400, (at) => format(200 + at, long)), ...many(4000, (at) => style(200 + (at % 400)))] }),
  'twenty thousand sheets': () => xls({ sheets: 20_000 }),
  'cells at column 65,536': () => xls({ sheet: [heading, ...many(60_000, (at) => number(1 + at, 0xffff))] }),
  'cells at column 256': () => xls({ sheet: [heading, ...many(60_000, (at) => number(1 + at, 255))] }),
  'rows that jump': () => xls({ sheet: [heading, ...many(100_000, (at) => number(at % 2 === 0 ? 1 : 0xffff, 0))] }),
  'rows of one empty cell': () =>
    xls({ sheet: [heading, ...many(200_000, (at) => record(0x0201, words(at % 0xffff, 0, 0)))] }),
  'text longer than its record': () => xls({ sheet: [heading, record(0x0204, words(1, 0, 0, 0xffff, 0))] }),
  'shared text that is not there': () =>
    xls({ sheet: [heading, ...many(100_000, (at) => record(0x00fd, words(1 + (at % 60_000), 0, 0, 0xffff, 0xffff)))] }),
  'shared texts without an end': () =>
    xls({ globals: [record(0x00fc, words(0xffff, 0x7fff, 0xffff, 0x7fff, 0xffff))] }),
  'nested beginnings': () => xls({ sheet: many(200_000, () => begin(0x10)) }),
  'ends without beginnings': () => xls({ sheet: many(200_000, () => end) }),
  'a chain that turns back': async () =>
    turnedBack(await xls({ sheet: [heading, ...many(2000, (at) => label(1 + at, 0, 'a'.repeat(200)))] })),
}

/** In the allocation table, the sectors of the stream follow each other in a circle. */
function turnedBack(file: Buffer): Buffer {
  const table = (file.readUInt32LE(0x4c) + 1) * 512
  for (let sector = 4; sector < 100; sector++) file.writeUInt32LE(3, table + sector * 4)
  return file
}
