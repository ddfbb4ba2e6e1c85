import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { readAt } from '../base/read-at.ts'
import { brokenOff, UnreadableFile } from '../base/unreadable-file.ts'

const endLength = 22
const longestComment = 0xffff
const centralLength = 46
const localLength = 30
const readLength = 256 * 1024
const largestDirectory = 4 * 1024 * 1024
/** A sheet with a million messages unpacks to 1.2 GB, ten to twenty times its packed size. */
const largestEntry = 2 * 1024 * 1024 * 1024
const greatestRatio = 200
/** Entries up to this size may exceed the ratio, because blank or identical rows compress that well. */
const harmlessEntry = 16 * 1024 * 1024

export type ZipEntry = {
  readonly name: string
  readonly offset: number
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
}

/** Reads a zip archive through its directory, which is at the end: a file without a directory is incomplete. */
export class ZipReader {
  /** How many compressed bytes have been read from all entries together. */
  read = 0
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly #file: FileHandle

  constructor(file: FileHandle, entries: ReadonlyMap<string, ZipEntry>) {
    this.#file = file
    this.entries = entries
  }

  static async open(file: FileHandle, size: number): Promise<ZipReader> {
    const tailLength = Math.min(size, endLength + longestComment)
    const tail = await readAt(file, size - tailLength, tailLength)
    for (let at = tail.length - endLength; at >= 0; at -= 1) {
      if (tail.readUInt32LE(at) !== 0x06054b50) continue
      const place = await directoryPlace(file, tail, at)
      if (place.offset + place.length > size || place.length > largestDirectory) throw new UnreadableFile(brokenOff)
      return new ZipReader(file, readDirectory(await readAt(file, place.offset, place.length)))
    }
    throw new UnreadableFile(brokenOff)
  }

  /** Yields an entry’s content. Fails if its size or its checksum is wrong. */
  async *content({ offset, method, isEncrypted, ...entry }: ZipEntry): AsyncGenerator<Uint8Array> {
    if (isEncrypted) throw new UnreadableFile('The file is protected with a password. Save it without one.')
    if (method !== 0 && method !== 8)
      throw new UnreadableFile('The file uses a compression method that Mailroom can’t read. Save it as CSV UTF-8.')
    const most = Math.max(harmlessEntry, Math.min(largestEntry, entry.compressedSize * greatestRatio))
    if (entry.size > most) {
      throw new UnreadableFile('The file is too large when decompressed. Save it as CSV UTF-8.')
    }
    const head = await readAt(this.#file, offset, localLength)
    const start = offset + localLength + head.readUInt16LE(26) + head.readUInt16LE(28)
    const packed = this.#bytes(start, start + entry.compressedSize)
    let crc = 0
    let size = 0
    try {
      for await (const chunk of method === 0 ? packed : inflate(packed)) {
        crc = crc32(chunk, crc)
        size += chunk.length
        if (size > entry.size) break
        yield chunk
      }
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('Z_')) throw error
      throw new UnreadableFile('The file is damaged. Part of it can’t be decompressed. Copy or download it again.')
    }
    if (crc !== entry.crc || size !== entry.size) {
      throw new UnreadableFile('The file is damaged. One of its checksums does not match. Copy or download it again.')
    }
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end;) {
      const chunk = await readAt(this.#file, at, Math.min(readLength, end - at))
      at += chunk.length
      this.read += chunk.length
      yield chunk
    }
  }
}

async function* inflate(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed)
  const inflated = createInflateRaw({ chunkSize: 128 * 1024 })
  source.on('error', (error) => inflated.destroy(error))
  source.pipe(inflated)
  try {
    yield* inflated as AsyncIterable<Uint8Array>
  } finally {
    source.destroy()
    inflated.destroy()
  }
}

/** The wider directory record of large archives precedes the ordinary one. */
async function directoryPlace(
  file: FileHandle,
  tail: Buffer,
  end: number,
): Promise<{ offset: number; length: number }> {
  const place = { offset: tail.readUInt32LE(end + 16), length: tail.readUInt32LE(end + 12) }
  const isWide = end >= 20 && tail.readUInt32LE(end - 20) === 0x07064b50
  if (!isWide || (place.offset !== 0xffff_ffff && place.length !== 0xffff_ffff)) return place
  const wide = await readAt(file, Number(tail.readBigUInt64LE(end - 12)), 56)
  return { offset: Number(wide.readBigUInt64LE(48)), length: Number(wide.readBigUInt64LE(40)) }
}

function readDirectory(bytes: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + centralLength <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50;) {
    const nameEnd = at + centralLength + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const name = bytes.toString('utf8', at + centralLength, nameEnd)
    const wide = wideNumbers(bytes.subarray(nameEnd, extraEnd))
    const number = (place: number): number => {
      const value = bytes.readUInt32LE(at + place)
      return value === 0xffff_ffff ? (wide.shift() ?? value) : value
    }
    // The wide field contains only the values that don’t fit elsewhere, in this order.
    const [size, compressedSize, offset] = [number(24), number(20), number(42)] as const
    entries.set(name, {
      name,
      size,
      compressedSize,
      offset,
      crc: bytes.readUInt32LE(at + 16),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    })
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function wideNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2))
    const numbers: number[] = []
    for (let place = at + 4; place + 8 <= end; place += 8) numbers.push(Number(extra.readBigUInt64LE(place)))
    return numbers
  }
  return []
}
