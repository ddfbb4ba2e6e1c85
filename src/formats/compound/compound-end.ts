import { incomplete, type EndObserver, type FileEnd } from '../base/file-end.ts'

const headerLength = 512
const signature = 'd0cf11e0a1b11ae1'
const headerTables = 109
const largestSector = 0xffff_fff9
const tableSector = 0xffff_fffd
const tableListSector = 0xffff_fffc

/**
 * Uses the allocation table to check whether every sector of a compound file arrived. The header names the first 109
 * sectors of the table (they cover 7 MB), which are kept while the file passes through. For a longer table, only the number
 * of sectors and the location of its list are known.
 */
export class CompoundEndObserver implements EndObserver {
  #header: Buffer = Buffer.alloc(0)
  #total = 0
  #sectorSize = 0
  readonly #tables = new Map<number, Buffer>()

  push(chunk: Uint8Array): void {
    const chunkStart = this.#total
    this.#total += chunk.length
    if (this.#header.length < headerLength) {
      this.#header = Buffer.concat([this.#header, chunk]).subarray(0, headerLength)
      if (this.#header.length === headerLength && this.#isCompoundFile) this.#prepare()
    }
    for (const [sector, bytes] of this.#tables) {
      const sectorStart = (sector + 1) * this.#sectorSize
      const from = Math.max(sectorStart, chunkStart)
      const to = Math.min(sectorStart + this.#sectorSize, this.#total)
      if (from < to) bytes.set(chunk.subarray(from - chunkStart, to - chunkStart), from - sectorStart)
    }
  }

  end(): FileEnd {
    if (this.#total === 0) return incomplete('The file is empty.')
    if (this.#header.length < headerLength) return incomplete('The file’s header is cut off.')
    if (!this.#isCompoundFile) return incomplete('The file is not an XLS workbook.')
    // Some writers leave the last sector short. Such a file counts as incomplete, because accepting a truncated file
    // would be worse.
    const sectors = Math.floor(this.#total / this.#sectorSize) - 1
    const missing = this.#lastSector() + 1 - sectors
    if (missing <= 0) return { isWhole: true }
    return incomplete('The file is incomplete. Its end is missing.')
  }

  get #isCompoundFile(): boolean {
    return this.#header.toString('hex', 0, 8) === signature
  }

  #prepare(): void {
    this.#sectorSize = this.#header.readUInt16LE(0x1e) === 12 ? 4096 : 512
    for (let index = 0; index < Math.min(this.#tableCount, headerTables); index += 1) {
      const sector = this.#header.readUInt32LE(0x4c + index * 4)
      if (sector <= largestSector) this.#tables.set(sector, Buffer.alloc(this.#sectorSize, 0xff))
    }
  }

  get #tableCount(): number {
    return this.#header.readUInt32LE(0x2c)
  }

  /** The highest sector that is named by the header, used by a known table, or implied by the number of tables. */
  #lastSector(): number {
    const perTable = this.#sectorSize / 4
    const named = [0x30, 0x3c, 0x44].map((at) => this.#header.readUInt32LE(at)).filter(isSector)
    let last = Math.max(...named, ...this.#tables.keys())
    let table = 0
    for (const bytes of this.#tables.values()) {
      for (let index = 0; index < perTable; index += 1) {
        const entry = bytes.readUInt32LE(index * 4)
        const sector = table * perTable + index
        // The end of a chain counts only if another sector points to it, because some writers fill unused entries with this
        // value.
        if (isSector(entry)) last = Math.max(last, sector, entry)
        else if (entry === tableSector || entry === tableListSector) last = Math.max(last, sector)
      }
      table += 1
    }
    return this.#tableCount > headerTables ? Math.max(last, (this.#tableCount - 1) * perTable) : last
  }
}

function isSector(entry: number): boolean {
  return entry <= largestSector
}
