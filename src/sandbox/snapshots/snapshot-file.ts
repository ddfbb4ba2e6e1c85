import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Fault } from '#shared/contract/base/faults.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { readFault } from '#shared/domain/sandbox/fault.ts'
import type { ScenarioName } from '../base/scenario.ts'
import { scenarioNames } from '../base/scenario.ts'
import { ServiceError } from '../http/service-error.ts'
import { contentVersion } from '../store/content.ts'

/** A snapshot consists of a line of JSON and the compressed database. The line lets `head -1` describe the file. */
export type SnapshotHeader = {
  /** Epoch milliseconds of the sandbox clock, and whether it ran. */
  clock: { now: number; running: boolean }
  scenario: ScenarioName
  messages: number
  faults: Fault[]
}

/** A database file that may be opened, moved or removed, with the header of its snapshot. */
export type SnapshotContent = { readonly path: string; readonly header: SnapshotHeader }

export type SnapshotFile = SnapshotHeader & { path: string; size: number }

/** The version of the format. It increases when programs for the previous version can’t read the new files. */
const format = 1
const longestHeader = 65_536
const piece = 262_144
/** Twice this level takes more than twice as long, but makes files smaller by only a fourteenth. */
const level = 3

/** Returns a new name each time, because several sandboxes may save to one folder at once. */
export function unfinishedPathOf(path: string): string {
  return `${path}.part-${randomBytes(4).toString('hex')}`
}

/** Removes the files that killed saves left behind. Files younger than a day may belong to another sandbox’s save. */
async function removeUnfinished(path: string): Promise<void> {
  const folder = dirname(path)
  const begin = `${basename(path)}.part-`
  for (const name of await readdir(folder)) {
    if (!name.startsWith(begin)) continue
    const left = join(folder, name)
    const { mtimeMs } = await stat(left)
    if (Date.now() - mtimeMs > msPerDay) await rm(left)
  }
}

/** Writes the file completely or not at all. */
export async function writeSnapshot(path: string, header: SnapshotHeader, database: string): Promise<void> {
  const line = JSON.stringify({ mailroomSnapshot: format, tables: contentVersion, ...header })
  const unfinished = unfinishedPathOf(path)
  try {
    const out = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, highWaterMark: piece, flush: true })
    out.write(`${line}\n`)
    const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants
    const params = { [ZSTD_c_compressionLevel]: level, [ZSTD_c_checksumFlag]: 1 }
    await pipeline(createReadStream(database, { highWaterMark: piece }), createZstdCompress({ params }), out)
    await rename(unfinished, path)
    await removeUnfinished(path).catch(() => undefined)
  } catch (error) {
    throw notWritten(path, error)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Throws an error with a readable sentence if the file is not a snapshot, or if this version can’t read it. */
export async function readHeader(path: string): Promise<SnapshotFile> {
  const file = await open(path)
  try {
    const { header } = await readStart(file)
    return { ...header, path, size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

/**
 * Writes a snapshot’s database to a new file. The snapshot is opened only once, because another file may replace it
 * meanwhile.
 */
export async function unpackSnapshot(path: string, to: string): Promise<SnapshotHeader> {
  const file = await open(path)
  try {
    const { header, length } = await readStart(file)
    const source = file.createReadStream({ start: length, highWaterMark: piece })
    const out = createWriteStream(to, { mode: 0o600, flags: 'wx', highWaterMark: piece })
    await pipeline(source, createZstdDecompress({ chunkSize: piece }), out)
    return header
  } catch (error) {
    throw isOfContent(error)
      ? unreadableSnapshot('Part of the file is missing or damaged. Save or copy it again.')
      : error
  } finally {
    await file.close()
  }
}

async function readStart(file: FileHandle): Promise<{ header: SnapshotHeader; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  if (end < 0) throw unreadableSnapshot('The file doesn’t begin like a snapshot. Choose another file.')
  return { header: readLine(buffer.toString('utf8', 0, end)), length: end + 1 }
}

function readLine(line: string): SnapshotHeader {
  const fields = parse(line)
  const { mailroomSnapshot, tables, clock, scenario, messages, faults } = fields
  if (typeof mailroomSnapshot !== 'number' || typeof tables !== 'number') {
    throw unreadableSnapshot('The file doesn’t begin like a snapshot. Choose another file.')
  }
  if (mailroomSnapshot > format || tables > contentVersion) {
    throw unreadableSnapshot(
      'The file was saved by a newer version of Mailroom. Update Mailroom, or save the snapshot with this version.',
    )
  }
  const { now, running } = (clock ?? {}) as { now?: unknown; running?: unknown }
  const known = scenarioNames.find((name) => name === scenario)
  if (typeof now !== 'number' || known === undefined || typeof messages !== 'number' || !Array.isArray(faults)) {
    throw unreadableSnapshot('The line that describes the snapshot is incomplete. Save or copy the file again.')
  }
  return { clock: { now, running: running === true }, scenario: known, messages, faults: faults.map(oneFault) }
}

function oneFault(entry: unknown): Fault {
  const read = readFault(entry)
  if ('error' in read) throw unreadableSnapshot(`One of the snapshot’s faults can’t be read: ${read.error}`)
  return read.fault
}

function parse(line: string): Record<string, unknown> {
  try {
    return (JSON.parse(line) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

function isOfContent(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return code.startsWith('Z_') || code.startsWith('ZSTD_')
}

const writeProblems: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free up some space, then try again.',
  EACCES: 'You don’t have permission. Choose another folder, or change its permissions.',
  EPERM: 'You don’t have permission. Choose another folder, or change its permissions.',
  EROFS: 'The disk is read-only. Choose another folder.',
  EEXIST: 'Part of the path is a file, not a folder.',
  ENOTDIR: 'Part of the path is a file, not a folder.',
}

export function notWritten(path: string, error: unknown): ServiceError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new ServiceError(409, 'snapshot-not-written', `${path} can’t be written. ${writeProblems[code] ?? message}`)
}

export function unreadableSnapshot(why: string): ServiceError {
  return new ServiceError(422, 'unreadable-snapshot', `The snapshot can’t be read. ${why}`)
}
