/** The OLE2 container of an xls file: a small file system of 512-byte sectors, here with a single stream. */

const sectorSize = 512
const entriesPerSector = sectorSize / 4
const headerTables = 109
const tablesPerSector = entriesPerSector - 1

/** The format keeps shorter streams in another structure. Padding them avoids it. */
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
  /** Sectors of the allocation table. */
  tables: number
  /** Sectors that list the allocation table's sectors, past those the header lists. */
  lists: number
}

export function checkStreamSize(size: number): void {
  if (size > compoundFileLimit) {
    throw new RangeError('The file would exceed 2 GB, the limit of xls. Choose xlsx or csv.')
  }
}

/** The file around a stream of `size` bytes. */
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
  // The tables describe their own sectors too, so their number is found by trial.
  while (tables * entriesPerSector < streamSectors + 1 + tables + lists) {
    tables += 1
    lists = Math.max(0, Math.ceil((tables - headerTables) / tablesPerSector))
  }
  return { size: Math.max(size, smallestStream), streamSectors, tables, lists }
}

function headerSector({ streamSectors, tables, lists }: Layout): Buffer {
  const header = Buffer.alloc(sectorSize)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x003e, 0x18)
  header.writeUInt16LE(3, 0x1a)
  header.writeUInt16LE(0xfffe, 0x1c)
  header.writeUInt16LE(9, 0x1e)
  header.writeUInt16LE(6, 0x20)
  header.writeUInt32LE(tables, 0x2c)
  header.writeUInt32LE(streamSectors, 0x30)
  header.writeUInt32LE(smallestStream, 0x38)
  header.writeUInt32LE(endOfChain, 0x3c)
  header.writeUInt32LE(lists === 0 ? endOfChain : streamSectors + tables + lists, 0x44)
  header.writeUInt32LE(lists, 0x48)
  for (let index = 0; index < headerTables; index += 1) {
    header.writeUInt32LE(index < tables ? streamSectors + 1 + index : freeSector, 0x4c + index * 4)
  }
  return header
}

function directorySector(name: string, { size }: Layout): Buffer {
  const sector = Buffer.alloc(sectorSize)
  writeDirectoryEntry(sector, 0, 'Root Entry', { kind: 5, child: 1, start: endOfChain, size: 0 })
  writeDirectoryEntry(sector, 1, name, { kind: 2, child: noEntry, start: 0, size })
  for (const unused of [2, 3]) {
    sector.fill(0xff, unused * 128 + 0x44, unused * 128 + 0x50)
  }
  return sector
}

type DirectoryEntry = {
  kind: number
  child: number
  start: number
  size: number
}

function writeDirectoryEntry(sector: Buffer, index: number, name: string, entry: DirectoryEntry): void {
  const at = index * 128
  sector.write(name, at, 'utf16le')
  sector.writeUInt16LE((name.length + 1) * 2, at + 0x40)
  sector.writeUInt8(entry.kind, at + 0x42)
  // Black, as the root of a red-black tree has to be, even with one entry.
  sector.writeUInt8(1, at + 0x43)
  sector.writeUInt32LE(noEntry, at + 0x44)
  sector.writeUInt32LE(noEntry, at + 0x48)
  sector.writeUInt32LE(entry.child, at + 0x4c)
  sector.writeUInt32LE(entry.start, at + 0x74)
  sector.writeUInt32LE(entry.size, at + 0x78)
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

/** The sector that follows a sector, or what the sector is. */
function allocation(sector: number, { streamSectors, tables, lists }: Layout): number {
  if (sector < streamSectors - 1) return sector + 1
  if (sector <= streamSectors) return endOfChain
  if (sector <= streamSectors + tables) return tableSector
  return sector <= streamSectors + tables + lists ? tableListSector : freeSector
}

/** Chained backwards from the last sector of the file, which the header names: a file that was cut lacks it. */
function* tableLists({ streamSectors, tables, lists }: Layout): Generator<Buffer> {
  for (let list = lists - 1; list >= 0; list -= 1) {
    const sector = Buffer.allocUnsafe(sectorSize)
    for (let index = 0; index < tablesPerSector; index += 1) {
      const table = headerTables + list * tablesPerSector + index
      sector.writeUInt32LE(table < tables ? streamSectors + 1 + table : freeSector, index * 4)
    }
    const next = list + 1 < lists ? streamSectors + tables + lists - list - 1 : endOfChain
    sector.writeUInt32LE(next, sectorSize - 4)
    yield sector
  }
}
