import { firstPosition } from '#shared/domain/base/binary-search.ts'
import type { Bits } from './bits.ts'
import { ByteWriter } from '../../../base/packs/bytes.ts'
import { postingRows, readPosting, readVarint } from './posting.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function pageOf(directory: readonly string[], term: string): number {
  return Math.max(0, firstPosition(directory.length, (at) => directory[at]! > term) - 1)
}

export function termBytes(term: string): Uint8Array {
  return encoder.encode(term)
}

export type VisitEntry = (
  page: Uint8Array,
  termAt: number,
  termLength: number,
  postingAt: number,
  postingLength: number,
) => void

function eachEntry(page: Uint8Array, visit: VisitEntry): void {
  const cursor = { at: 0 }
  while (cursor.at < page.length) {
    const termLength = readVarint(page, cursor)
    const termAt = cursor.at
    cursor.at += termLength
    const postingLength = readVarint(page, cursor)
    visit(page, termAt, termLength, cursor.at, postingLength)
    cursor.at += postingLength
  }
}

/** Adds the rows of exactly this term. */
export function readTerm(page: Uint8Array, term: Uint8Array, into: Bits): void {
  eachEntry(page, (_, termAt, termLength, at, length) => {
    if (termLength === term.length && startsWith(page, termAt, term)) readPosting(page, at, length, into)
  })
}

/**
 * Adds the rows of every term with this prefix to the set that `into` returns for the term’s last byte. A term is
 * skipped if `into` returns null.
 */
export function readRange(page: Uint8Array, prefix: Uint8Array, into: (lastByte: number) => Bits | null): void {
  eachEntry(page, (_, termAt, termLength, at, length) => {
    if (termLength < prefix.length || !startsWith(page, termAt, prefix)) return
    const bits = into(page[termAt + termLength - 1]!)
    if (bits) readPosting(page, at, length, bits)
  })
}

export function listTerms(page: Uint8Array, prefix: Uint8Array): string[] {
  const found: string[] = []
  eachEntry(page, (_, termAt, termLength) => {
    if (termLength < prefix.length || !startsWith(page, termAt, prefix)) return
    found.push(decoder.decode(page.subarray(termAt, termAt + termLength)))
  })
  return found
}

/** Visits every term on the page that has this prefix, with the location of the term’s posting. */
export function eachEntryWith(page: Uint8Array, prefix: Uint8Array, visit: VisitEntry): void {
  eachEntry(page, (_, termAt, termLength, at, length) => {
    if (termLength >= prefix.length && startsWith(page, termAt, prefix)) visit(page, termAt, termLength, at, length)
  })
}

function startsWith(page: Uint8Array, at: number, prefix: Uint8Array): boolean {
  for (let byte = 0; byte < prefix.length; byte++) if (page[at + byte] !== prefix[byte]) return false
  return true
}

export type PageChange = { added: Map<string, number[]>; removed: Map<string, number[]> }

/** Rewrites a page with rows added to some postings and removed from others. Added terms must belong on this page. */
export function changePage(
  page: Uint8Array,
  size: number,
  { added, removed }: PageChange,
  write: WritePosting,
): Uint8Array {
  const out = new ByteWriter(page.length + 1024)
  const open = new Set(added.keys())
  eachEntry(page, (_, termAt, termLength, at, length) => {
    const bytes = page.subarray(termAt, termAt + termLength)
    const term = decoder.decode(bytes)
    const more = added.get(term)
    const less = removed.get(term)
    open.delete(term)
    if (!more && !less) {
      out.varint(termLength)
      out.raw(bytes)
      out.varint(length)
      out.raw(page.subarray(at, at + length))
      return
    }
    const rows = new Set(postingRows(page, at, length))
    for (const row of less ?? []) rows.delete(row)
    for (const row of more ?? []) rows.add(row)
    append(out, term, rows, size, write)
  })
  for (const term of open) append(out, term, new Set(added.get(term)), size, write)
  return out.take()
}

type WritePosting = (out: ByteWriter, rows: readonly number[], size: number) => void

function append(out: ByteWriter, term: string, rows: ReadonlySet<number>, size: number, write: WritePosting): void {
  if (rows.size === 0) return
  out.text(term)
  write(
    out,
    Array.from(rows).sort((a, b) => a - b),
    size,
  )
}
