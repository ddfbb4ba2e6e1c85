import { crc32, createDeflateRaw } from 'node:zlib'
import { longs, words } from '../base/little-endian.ts'
import { compressed, type Chunks } from './compressed.ts'

/** Sizes and offsets are 32 bits wide; Excel rejects streamed workbooks in the wider zip64 form. */
const sizeLimit = 0xffff_ffff
const maxEntries = 0xffff

const localHeader = 0x04034b50
const dataDescriptor = 0x08074b50
const centralHeader = 0x02014b50
const endOfDirectory = 0x06054b50

const versionNeeded = 20
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808
const deflated = 8
/** Midnight on 1 January 1980, so that the same table always produces the same bytes. */
const dosDate = 0x0021

type Entry = {
  name: Buffer
  offset: number
  crc: number
  size: number
  compressedSize: number
}

class ZipLimitError extends Error {
  override readonly name = 'ZipLimitError'

  constructor() {
    super('The file would exceed 4 GB, the limit for a workbook. Choose a shorter period, or CSV.')
  }
}

/** Writes a zip archive from front to back. Only the list of entries is kept in memory. */
export class ZipWriter {
  readonly #entries: Entry[] = []
  #offset = 0
  readonly #level: number

  constructor(level: number) {
    this.#level = level
  }

  /** Yields an entry’s bytes. Each entry must be read to its end before the next one begins. */
  async *entry(name: string, content: Chunks): AsyncGenerator<Uint8Array> {
    if (this.#entries.length === maxEntries) throw new ZipLimitError()
    const entry: Entry = { name: Buffer.from(name), offset: this.#offset, crc: 0, size: 0, compressedSize: 0 }
    yield this.#counted(localRecord(entry))
    const deflate = createDeflateRaw({ level: this.#level, chunkSize: 64 * 1024 })
    for await (const chunk of compressed(deflate, measured(content, entry))) {
      entry.compressedSize += chunk.length
      yield this.#counted(chunk)
    }
    this.#entries.push(entry)
    yield this.#counted(descriptorRecord(entry))
  }

  *end(): Generator<Uint8Array> {
    const directoryOffset = this.#offset
    for (const entry of this.#entries) yield this.#counted(centralRecord(entry))
    yield endRecord(this.#entries.length, this.#offset - directoryOffset, directoryOffset)
  }

  #counted(chunk: Uint8Array): Uint8Array {
    this.#offset += chunk.length
    if (this.#offset > sizeLimit) throw new ZipLimitError()
    return chunk
  }
}

/** Counts an entry’s bytes and computes its checksum as the chunks pass by. */
async function* measured(content: Chunks, entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    entry.crc = crc32(chunk, entry.crc)
    entry.size += chunk.length
    if (entry.size > sizeLimit) throw new ZipLimitError()
    yield chunk
  }
}

function localRecord({ name }: Entry): Buffer {
  // The sizes follow the data.
  const noSizes = [0, 0, 0, 0, 0, 0]
  const fields = words(versionNeeded, flags, deflated, 0, dosDate, ...noSizes, name.length, 0)
  return Buffer.concat([longs(localHeader), fields, name])
}

function descriptorRecord({ crc, compressedSize, size }: Entry): Buffer {
  return longs(dataDescriptor, crc, compressedSize, size)
}

function centralRecord({ name, crc, compressedSize, size, offset }: Entry): Buffer {
  return Buffer.concat([
    longs(centralHeader),
    words(versionNeeded, versionNeeded, flags, deflated, 0, dosDate),
    longs(crc, compressedSize, size),
    words(name.length, 0, 0, 0, 0),
    longs(0, offset),
    name,
  ])
}

function endRecord(entries: number, size: number, offset: number): Buffer {
  return Buffer.concat([longs(endOfDirectory), words(0, 0, entries, entries), longs(size, offset), words(0)])
}
