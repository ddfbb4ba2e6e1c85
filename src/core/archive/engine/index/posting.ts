import { countBits, eachBit, setBit, type Bits } from './bits.ts'
import type { ByteWriter } from '../../../base/packs/bytes.ts'

/**
 * Writes a posting, which lists the rows in a block that contain a term: their count and the distances between them or,
 * if that would be longer, a zero and one bit for every row.
 */
export function writePosting(
  out: ByteWriter,
  rows: ArrayLike<number>,
  size: number,
  from = 0,
  to: number = rows.length,
): void {
  if (isDense(to - from, size)) {
    const bits = new Uint8Array((size + 7) >>> 3)
    for (let at = from; at < to; at++) bits[rows[at]! >>> 3]! |= 1 << (rows[at]! & 7)
    return writeDense(out, bits)
  }
  let length = varintLength(to - from)
  for (let at = from, last = 0; at < to; at++) {
    length += varintLength(rows[at]! - last)
    last = rows[at]!
  }
  out.varint(length)
  out.varint(to - from)
  for (let at = from, last = 0; at < to; at++) {
    out.varint(rows[at]! - last)
    last = rows[at]!
  }
}

/** Like `writePosting`, but takes the rows as a bit set. */
export function writeSet(out: ByteWriter, set: Bits, size: number): void {
  const count = countBits(set)
  if (isDense(count, size)) return writeDense(out, new Uint8Array(set.buffer, set.byteOffset, (size + 7) >>> 3))
  const rows = new Uint16Array(count)
  let at = 0
  eachBit(set, (row) => (rows[at++] = row))
  writePosting(out, rows, size)
}

function isDense(rows: number, size: number): boolean {
  return rows > size >>> 4
}

function writeDense(out: ByteWriter, bits: Uint8Array): void {
  out.varint(bits.length + 1)
  out.varint(0)
  out.raw(bits)
}

function varintLength(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : 4
}

/** Adds the rows of a posting (`length` bytes at `at`) to a set. */
export function readPosting(page: Uint8Array, at: number, length: number, into: Bits): void {
  const cursor = { at }
  let count = readVarint(page, cursor)
  if (count === 0) {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength)
    for (let byte = 0; byte < length - 1; byte++) bytes[byte]! |= page[cursor.at + byte]!
    return
  }
  let row = 0
  for (; count > 0; count--) {
    row += readVarint(page, cursor)
    setBit(into, row)
  }
}

/**
 * Writes a posting’s rows into `into`, in order, and returns how many there are. `into` must have room for all rows of
 * a block.
 */
export function readPositions(page: Uint8Array, at: number, length: number, into: Uint16Array): number {
  const cursor = { at }
  const count = readVarint(page, cursor)
  let next = cursor.at
  if (count > 0) {
    for (let index = 0, row = 0; index < count; index++) {
      let byte = page[next++]!
      row += byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = page[next++]!
        row += (byte & 127) << shift
      }
      into[index] = row
    }
    return count
  }
  let found = 0
  for (let first = 0; next < at + length; first += 8) {
    for (let bits = page[next++]!; bits !== 0; bits &= bits - 1) into[found++] = first + 31 - Math.clz32(bits & -bits)
  }
  return found
}

export function postingRows(page: Uint8Array, at: number, length: number): number[] {
  const cursor = { at }
  const count = readVarint(page, cursor)
  const rows: number[] = []
  if (count === 0) {
    for (let byte = 0; byte < length - 1; byte++) {
      for (let bit = 0; bit < 8; bit++) if (page[cursor.at + byte]! & (1 << bit)) rows.push(byte * 8 + bit)
    }
    return rows
  }
  let row = 0
  for (let left = count; left > 0; left--) rows.push((row += readVarint(page, cursor)))
  return rows
}

export function readVarint(page: Uint8Array, cursor: { at: number }): number {
  let byte = page[cursor.at++]!
  let value = byte & 127
  for (let shift = 7; byte > 127; shift += 7) {
    byte = page[cursor.at++]!
    value |= (byte & 127) << shift
  }
  return value
}
