import { longs, words } from '../base/little-endian.ts'

/** A BIFF8 record has a type, a length and a body. */

export const recordLimit = 8224

/** Numbers of the cell formats that `globalRecords` writes. */
export const generalFormat = 15
export const dateFormat = 16
export const headingFormat = 17

/** The font after the four default fonts is number 5, because BIFF has no font 4. */
const boldFont = 5
const dateNumberFormat = 164

const version = 0x0600

export function record(type: number, body: Uint8Array): Buffer {
  return Buffer.concat([words(type, body.length), body])
}

/**
 * Encodes a string. Returns its width flag and its characters, which take one byte each if all of them fit, and two
 * otherwise.
 */
function textBody(text: string): { flag: number; bytes: Buffer } {
  const isWide = /[^\0-\xff]/.test(text)
  return { flag: isWide ? 1 : 0, bytes: Buffer.from(text, isWide ? 'utf16le' : 'latin1') }
}

function shortText(text: string): Buffer {
  const { flag, bytes } = textBody(text)
  return Buffer.concat([Buffer.from([text.length, flag]), bytes])
}

export const endOfPart = /* @__PURE__ */ record(0x000a, new Uint8Array())

function beginOfPart(kind: number): Buffer {
  return record(0x0809, words(version, kind, 0x0dbb, 0x07cc, 0x00c1, 0x0000, 0x0006, 0x0000))
}

function font(isBold: boolean): Buffer {
  const head = words(200, 0, 0x7fff, isBold ? 700 : 400, 0, 0, 0)
  return record(0x0031, Buffer.concat([head, shortText('Arial')]))
}

/** Builds an entry of the format table. `changed` flags the attributes that differ from those of the parent format. */
function format(fontIndex: number, numberFormat: number, kind: number, changed: number): Buffer {
  const bottomAligned = 0x20
  const body = words(fontIndex, numberFormat, kind, bottomAligned, changed << 8, 0, 0, 0, 0, 0x20c0)
  return record(0x00e0, body)
}

const styleKind = 0xfff5
const cellKind = 0x0001

function formatTable(): Buffer[] {
  const styles = Array.from({ length: 15 }, (_, index) => format(0, 0, styleKind, index === 0 ? 0 : 0xf4))
  const cells = [
    format(0, 0, cellKind, 0),
    format(0, dateNumberFormat, cellKind, 0x04),
    format(boldFont, 0, cellKind, 0x08),
  ]
  return [...styles, ...cells]
}

/** Returns the records that precede the list of sheets. All versions of Excel expect the fifteen style formats. */
export function globalRecords(): Buffer {
  const datePattern = 'yyyy\\-mm\\-dd\\ hh:mm:ss'
  const utf16CodePage = 0x04b0
  return Buffer.concat([
    beginOfPart(0x0005),
    record(0x0042, words(utf16CodePage)),
    record(0x003d, words(0x0168, 0x010e, 0x5c3a, 0x2310, 0x0038, 0, 0, 1, 0x0258)),
    record(0x0022, words(0)),
    ...[false, false, false, false, true].map(font),
    record(0x041e, Buffer.concat([words(dateNumberFormat, datePattern.length), Buffer.from(`\0${datePattern}`)])),
    ...formatTable(),
    record(0x0293, Buffer.from([0x00, 0x80, 0x00, 0xff])),
  ])
}

/** Builds an entry in the list of sheets. `position` is where the sheet starts in the stream. */
export function sheetEntry(name: string, position: number): Buffer {
  return record(0x0085, Buffer.concat([longs(position), words(0), shortText(name)]))
}

/**
 * Returns the records that precede the cells. Columns are made wide enough for a date, which narrower ones would show
 * as #####.
 */
export function sheetStart(columns: number, rows: number): Buffer {
  const size = Buffer.concat([longs(0, rows), words(0, columns, 0)])
  const widths = record(0x007d, words(0, Math.max(columns - 1, 0), 20 * 256, generalFormat, 0, 0))
  return Buffer.concat([beginOfPart(0x0010), widths, record(0x0200, size)])
}

/** Returns the records that follow the cells. They freeze the heading row. */
export function sheetEnd(isFirst: boolean): Buffer {
  const frozen = 0x01be
  const selected = isFirst ? 0x0600 : 0
  return Buffer.concat([
    record(0x023e, words(frozen | selected, 0, 0, 0x40, 0, 0, 0, 0, 0)),
    record(0x0041, words(0, 1, 1, 0, 2)),
    endOfPart,
  ])
}
