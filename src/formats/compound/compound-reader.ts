import type { FileHandle } from 'node:fs/promises'
import { readAt } from '../base/read-at.ts'
import { brokenOff, UnreadableFile } from '../base/unreadable-file.ts'

const headerLength = 512
const headerTables = 109
const largestSector = 0xffff_fff9
const entryLength = 128
const readLength = 256 * 1024
const shortSector = 64

type Entry = {
  readonly kind: number
  readonly start: number
  readonly size: number
}

export type CompoundStream = {
  readonly size: number
  /** The bytes of a range, in parts of any length. */
  read(from: number, to: number): AsyncGenerator<Buffer>
}

/** The OLE2 container: a small file system with its sectors in any order. */
export class CompoundReader {
  readonly #file: FileHandle
  readonly #sectorSize: number
  readonly #fileSize: number
  readonly #header: Buffer
  readonly #entries = new Map<string, Entry>()
  #table = new Uint32Array()

  constructor(file: FileHandle, fileSize: number, header: Buffer) {
    this.#file = file
    this.#fileSize = fileSize
    this.#header = header
    this.#sectorSize = header.readUInt16LE(0x1e) === 12 ? 4096 : 512
  }

  static async open(file: FileHandle, size: number): Promise<CompoundReader> {
    const reader = new CompoundReader(file, size, await readAt(file, 0, headerLength))
    reader.#table = await reader.#readTable()
    await reader.#readDirectory()
    return reader
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  async stream(name: string): Promise<CompoundStream | null> {
    const entry = this.#entries.get(name)
    if (entry?.kind !== 2) return null
    const { size } = entry
    if (size < this.#header.readUInt32LE(0x38)) {
      const bytes = await this.#shortStream(entry)
      return { size, read: (from, to) => inParts(bytes.subarray(from, to)) }
    }
    const chain = this.#chain(entry.start)
    this.#checkLength(chain, size)
    return { size, read: (from, to) => this.#sectors(chain, from, Math.min(to, size)) }
  }

  async #readTable(): Promise<Uint32Array<ArrayBuffer>> {
    const perSector = this.#sectorSize / 4
    const count = this.#header.readUInt32LE(0x2c)
    // Limited to what the file can hold, so that a forged header cannot exhaust the memory.
    if (count * perSector > this.#fileSize / this.#sectorSize + perSector) throw new UnreadableFile(brokenOff)
    const places: number[] = []
    for (let index = 0; index < Math.min(count, headerTables); index += 1) {
      places.push(this.#header.readUInt32LE(0x4c + index * 4))
    }
    let list = this.#header.readUInt32LE(0x44)
    while (places.length < count && list <= largestSector) {
      const sector = await this.#sector(list)
      for (let index = 0; index < perSector - 1 && places.length < count; index += 1) {
        places.push(sector.readUInt32LE(index * 4))
      }
      list = sector.readUInt32LE(this.#sectorSize - 4)
    }
    const table = new Uint32Array(count * perSector)
    for (const [index, place] of places.entries()) {
      const sector = await this.#sector(place)
      for (let at = 0; at < perSector; at += 1) table[index * perSector + at] = sector.readUInt32LE(at * 4)
    }
    return table
  }

  async #readDirectory(): Promise<void> {
    for (const place of this.#chain(this.#header.readUInt32LE(0x30))) {
      const sector = await this.#sector(place)
      for (let at = 0; at < sector.length; at += entryLength) {
        const nameLength = Math.min(sector.readUInt16LE(at + 0x40), 64)
        if (nameLength < 2) continue
        const kind = sector.readUInt8(at + 0x42)
        const name = kind === 5 ? rootName : sector.toString('utf16le', at, at + nameLength - 2)
        const entry = { kind, start: sector.readUInt32LE(at + 0x74), size: sector.readUInt32LE(at + 0x78) }
        if (!this.#entries.has(name)) this.#entries.set(name, entry)
      }
    }
  }

  /** Streams of less than 4 KB share one stream of small sectors. */
  async #shortStream({ start, size }: Entry): Promise<Buffer> {
    const root = this.#entries.get(rootName)
    const parts: Buffer[] = []
    if (root) {
      const chain = this.#chain(root.start)
      this.#checkLength(chain, root.size)
      for await (const part of this.#sectors(chain, 0, root.size)) parts.push(part)
    }
    const small = Buffer.concat(parts)
    const tables: Buffer[] = []
    for (const place of this.#chain(this.#header.readUInt32LE(0x3c))) tables.push(await this.#sector(place))
    const table = Buffer.concat(tables)
    const found: Buffer[] = []
    for (let at = start; at <= largestSector && found.length * shortSector < size; at = table.readUInt32LE(at * 4)) {
      if (at * 4 + 4 > table.length) throw new UnreadableFile(brokenOff)
      found.push(small.subarray(at * shortSector, (at + 1) * shortSector))
    }
    return Buffer.concat(found).subarray(0, size)
  }

  #checkLength(chain: readonly number[], size: number): void {
    if (chain.length * this.#sectorSize < size) throw new UnreadableFile(brokenOff)
  }

  #chain(start: number): number[] {
    const chain: number[] = []
    for (let at = start; at <= largestSector; at = this.#table[at]!) {
      // A chain longer than the table must contain a cycle.
      if (at >= this.#table.length || chain.length > this.#table.length) throw new UnreadableFile(brokenOff)
      chain.push(at)
    }
    return chain
  }

  #sector(place: number): Promise<Buffer> {
    return readAt(this.#file, (place + 1) * this.#sectorSize, this.#sectorSize)
  }

  /** Consecutive sectors are read together. */
  async *#sectors(chain: readonly number[], from: number, size: number): AsyncGenerator<Buffer> {
    const sectorSize = this.#sectorSize
    for (let at = from; at < size;) {
      const first = Math.floor(at / sectorSize)
      let last = first
      while (
        last + 1 < chain.length &&
        chain[last + 1] === chain[last]! + 1 &&
        (last + 1 - first) * sectorSize < readLength
      ) {
        last += 1
      }
      const end = Math.min(size, (last + 1) * sectorSize)
      const place = (chain[first]! + 1) * sectorSize + (at % sectorSize)
      yield await readAt(this.#file, place, end - at)
      at = end
    }
  }
}

const rootName = '\0root'

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}
