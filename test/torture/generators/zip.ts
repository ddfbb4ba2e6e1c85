import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = {
  readonly name: string
  readonly data: Uint8Array
  /** Wrong values for the directory. */
  readonly claims?: {
    readonly size?: number
    readonly compressedSize?: number
    readonly offset?: number
    readonly method?: number
  }
  /** The data is already compressed; these are the size and checksum of the content. */
  readonly packed?: { readonly size: number; readonly crc: number }
}

/** A zip archive written by hand, because no library writes a broken one. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, claims = {}, packed } of parts) {
    const body = packed ? Buffer.from(data) : deflateRawSync(data, { level: 6 })
    const entry = {
      crc: packed?.crc ?? crc32(data),
      size: claims.size ?? packed?.size ?? data.length,
      compressedSize: claims.compressedSize ?? body.length,
      method: claims.method ?? 8,
      offset: claims.offset ?? offset,
    }
    const local = Buffer.concat([localHeader(name, entry), body])
    chunks.push(local)
    directory.push(centralHeader(name, entry))
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  return Buffer.concat([...chunks, listed, endRecord(parts.length, listed.length, offset)])
}

type Entry = { crc: number; size: number; compressedSize: number; method: number; offset: number }

function localHeader(name: string, { crc, size, compressedSize, method }: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(compressedSize, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([header, Buffer.from(name)])
}

function centralHeader(name: string, { crc, size, compressedSize, method, offset }: Entry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(method, 10)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(compressedSize, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(Buffer.byteLength(name), 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, Buffer.from(name)])
}

function endRecord(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50)
  record.writeUInt16LE(Math.min(count, 0xffff), 8)
  record.writeUInt16LE(Math.min(count, 0xffff), 10)
  record.writeUInt32LE(length, 12)
  record.writeUInt32LE(offset, 16)
  return record
}
