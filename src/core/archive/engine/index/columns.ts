import { firstPosition } from '#shared/domain/base/binary-search.ts'
import { damaged } from '../../../base/packs/damaged.ts'

/**
 * The numbers that a block stores for every row. `row` and the id’s hash never change while the block exists. The others
 * change when a message is opened, is clicked or changes its state; they are rewritten without touching the dictionary.
 */
export const columnIds = { row: 0, state: 1, size: 2, open: 3, click: 4, lastState: 5, idLow: 6, idHigh: 7 } as const
export type ColumnName = keyof typeof columnIds

/** A block’s columns in memory, while it is being written. */
export type Columns = {
  row: Float64Array
  state: Uint32Array
  size: Uint32Array
  open: Uint32Array
  click: Uint32Array
  /** Epoch seconds. */
  lastState: Uint32Array
  /** Both halves of the id’s hash. Narrow columns stay in memory, and one half distinguishes most ids. */
  idLow: Uint32Array
  idHigh: Uint32Array
}

/** In the file, each column is as narrow as its largest number allows. Most counters are below 256. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array
export type StoredColumns = { [Name in ColumnName]: Name extends 'row' ? Float64Array : Numbers }

export function emptyColumns(size: number): Columns {
  return {
    row: new Float64Array(size),
    state: new Uint32Array(size),
    size: new Uint32Array(size),
    open: new Uint32Array(size),
    click: new Uint32Array(size),
    lastState: new Uint32Array(size),
    idLow: new Uint32Array(size),
    idHigh: new Uint32Array(size),
  }
}

export const columnNames = Object.keys(columnIds) as ColumnName[]
const fixedColumns = ['row', 'idLow', 'idHigh'] as const
/** Every column that an update to a message can change. */
export const changingColumns = columnNames.filter((name) => !(fixedColumns as readonly string[]).includes(name))

export function asBytes(column: Columns[ColumnName]): Uint8Array {
  const narrow = column instanceof Uint32Array ? narrowed(column) : column
  return new Uint8Array(narrow.buffer, narrow.byteOffset, narrow.byteLength)
}

function narrowed(column: Uint32Array): Numbers {
  let all = 0
  for (const number of column) all |= number
  if (all >>> 0 < 2 ** 8) return Uint8Array.from(column)
  return all >>> 0 < 2 ** 16 ? Uint16Array.from(column) : column
}

/** The width of the column’s numbers follows from the blob’s length and the number of rows. */
export function readColumn<Name extends ColumnName>(name: Name, blob: Uint8Array, size: number): StoredColumns[Name] {
  const Kind = kindOf(name, blob.byteLength / size)
  // A blob may be at any offset of a larger buffer, but typed arrays need an aligned offset.
  const { buffer, byteOffset } = blob.byteOffset % 8 === 0 ? blob : blob.slice()
  return new Kind(buffer as ArrayBuffer, byteOffset, size) as StoredColumns[Name]
}

function kindOf(name: ColumnName, width: number) {
  if (name === 'row' && width === 8) return Float64Array
  if (name !== 'row' && width === 1) return Uint8Array
  if (name !== 'row' && width === 2) return Uint16Array
  if (name !== 'row' && width === 4) return Uint32Array
  throw damaged({ column: name, width })
}

/**
 * Encodes a number in eight bits and preserves the order of numbers. Numbers below 16 are stored unchanged, larger ones
 * as their four highest bits and the number of bits that follow.
 */
export function roughly(number: number): number {
  if (number < 16) return number
  const following = 28 - Math.clz32(number)
  return following * 8 + (number >>> following)
}

export function allRoughly(numbers: Numbers): Uint8Array {
  const rough = new Uint8Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) rough[at] = roughly(numbers[at]!)
  return rough
}

/** The position of a row in a row column, or where it would be inserted. */
export function positionOf(rows: Float64Array, row: number): number {
  return firstPosition(rows.length, (at) => rows[at]! >= row)
}

export function lowHalf(hash: number): number {
  return hash & 0xffff
}

export function highHalf(hash: number): number {
  return hash >>> 16
}

export function idHashAt({ idLow, idHigh }: { idLow: Numbers; idHigh: Numbers }, at: number): number {
  return idHigh[at]! * 2 ** 16 + idLow[at]!
}
