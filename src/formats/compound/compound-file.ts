import { longs, words } from '../base/little-endian.ts'

/** The OLE2 container of an xls file: a small file system of 512-byte sectors, with a single stream in this case. */

const sectorSize = 512
const entriesPerSector = sectorSize / 4
const headerTables = 109
const tablesPerSector = entriesPerSector - 1

/** Shorter streams would need a separate structure of small sectors, so they are padded to this size. */
const smallestStream = 4096

/** Version 3 of the format does not allow larger streams. */
export const compoundFileLimit = 0x7fff_ffff

const freeSector = 0xffff_ffff
const endOfChain = 0xffff_fffe
const tableSector = 0xffff_fffd
const tableListSector = 0xffff_fffc
const noEntry = 0xffff_ffff

type Layout = {
  size: number
  streamSectors: number
  /** The number of sectors in the allocation table. */
  tables: number
  /** The number of sectors that list further allocation table sectors, beyond those in the header. */
  lists: number
}

export function checkStreamSize(size: number): void {
  if (size > compoundFileLimit) {
    throw new RangeError('The file would exceed 2 GB, the limit for XLS files. Choose XLSX or CSV.')
  }
}

/** Puts a stream of `size` bytes into a compound file. */
export async function* compoundFile(
  name: string,
  size: number,
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  checkStreamSize(size)
  const layout = planLayout(size)
  yield headerSector(layout)
  yield* stream
  yield Buffer.alloc(layout.streamSectors * sectorSize - size)
  yield directorySector(name, layout)
  yield* allocationTable(layout)
  yield* tableLists(layout)
}

function planLayout(size: number): Layout {
  const streamSectors = Math.ceil(Math.max(size, smallestStream) / sectorSize)
  let tables = 1
  let lists = 0
  // The tables also describe their own sectors, so their number is found by iteration.
  while (tables * entriesPerSector < streamSectors + 1 + tables + lists) {
    tables += 1
    lists = Math.max(0, Math.ceil((tables - headerTables) / tablesPerSector))
  }
  return { size: Math.max(size, smallestStream), streamSectors, tables, lists }
}

function headerSector({ streamSectors, tables, lists }: Layout): Buffer {
  const places = Array.from({ length: headerTables }, (_, index) => tablePlace(index, { streamSectors, tables }))
  return Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    words(0x003e, 3, 0xfffe, 9, 6, 0, 0, 0),
    longs(0, tables, streamSectors, 0, smallestStream, endOfChain),
    longs(0, lists === 0 ? endOfChain : streamSectors + tables + lists, lists, ...places),
  ])
}

/** The number of the sector that contains a table. */
function tablePlace(table: number, { streamSectors, tables }: Pick<Layout, 'streamSectors' | 'tables'>): number {
  return table < tables ? streamSectors + 1 + table : freeSector
}

function directorySector(name: string, { size }: Layout): Buffer {
  const unused = Buffer.alloc(128).fill(0xff, 0x44, 0x50)
  return Buffer.concat([
    directoryEntry('Root Entry', { kind: 5, child: 1, start: endOfChain, size: 0 }),
    directoryEntry(name, { kind: 2, child: noEntry, start: 0, size }),
    unused,
    unused,
  ])
}

type DirectoryEntry = {
  kind: number
  child: number
  start: number
  size: number
}

function directoryEntry(name: string, { kind, child, start, size }: DirectoryEntry): Buffer {
  // The only entry is the root of a red-black tree, which must be black.
  const colour = 1
  return Buffer.concat([
    Buffer.from(name.padEnd(32, '\0'), 'utf16le'),
    words((name.length + 1) * 2),
    Buffer.from([kind, colour]),
    longs(noEntry, noEntry, child),
    Buffer.alloc(36),
    longs(start, size, 0),
  ])
}

function* allocationTable(layout: Layout): Generator<Buffer> {
  for (let table = 0; table < layout.tables; table += 1) {
    const sector = Buffer.allocUnsafe(sectorSize)
    for (let index = 0; index < entriesPerSector; index += 1) {
      sector.writeUInt32LE(allocation(table * entriesPerSector + index, layout), index * 4)
    }
    yield sector
  }
}

/** A sector’s entry in the allocation table: the next sector of its chain, or a code for its type. */
function allocation(sector: number, { streamSectors, tables, lists }: Layout): number {
  if (sector < streamSectors - 1) return sector + 1
  if (sector <= streamSectors) return endOfChain
  if (sector <= streamSectors + tables) return tableSector
  return sector <= streamSectors + tables + lists ? tableListSector : freeSector
}

/**
 * The chain runs backwards from the file’s last sector, which the header names: if a file was truncated, the start of
 * the chain is missing.
 */
function* tableLists({ streamSectors, tables, lists }: Layout): Generator<Buffer> {
  for (let list = lists - 1; list >= 0; list -= 1) {
    const sector = Buffer.allocUnsafe(sectorSize)
    for (let index = 0; index < tablesPerSector; index += 1) {
      const place = tablePlace(headerTables + list * tablesPerSector + index, { streamSectors, tables })
      sector.writeUInt32LE(place, index * 4)
    }
    const next = list + 1 < lists ? streamSectors + tables + lists - list - 1 : endOfChain
    sector.writeUInt32LE(next, sectorSize - 4)
    yield sector
  }
}
