import type { InspectedFile } from '#shared/contract/imports.ts'
import { allPositions, GrowingSet } from '../base/packs/growing-set.ts'
import { writePack } from '../base/packs/pack.ts'
import { Transferred } from '../base/threads/channel.ts'
import type { BackupWithMessages, FileBatch, SetAside } from './file-reader.ts'
import { firstMessage, openImportFile } from './import-file.ts'
import { tableRows, type TablePart } from './table-rows.ts'

export type ReadingData = {
  readonly path: string
  /** Used only by this thread. Anything left in it is removed after the thread has ended. */
  readonly tempFolder: string
}

/** Facts read from the beginning of a file. */
export type Inspection = Pick<InspectedFile, 'kind' | 'absent' | 'extra' | 'firstCreated' | 'backup'>

export type ReadPart = {
  /** Null if the part contains no record to import. */
  readonly pack: Uint8Array<ArrayBuffer> | null
  readonly records: number
  readonly tooOld: number
  readonly setAside: number
  readonly examples: readonly SetAside[]
  /** The fraction of the file that has been read, 0 to 1. */
  readonly done: number
}

export type PartRequest = {
  /** The maximum number of records to return. */
  readonly room: number
  /** Epoch milliseconds: older messages are left out. */
  readonly keptSince: number | null
}

const shownExamples = 100

/** The calls that a reading thread accepts. Records leave the thread as packs, which the archive accepts unchanged. */
export function readingMethods({ path, tempFolder }: ReadingData) {
  const reading = new FileReading(path, tempFolder)
  return {
    inspect: () => reading.inspect(),
    erased: () => reading.erased(),
    next: (request: PartRequest) => reading.next(request),
    nextRows: () => reading.nextRows(),
    close: () => reading.close(),
  }
}

export type ReadingMethods = ReturnType<typeof readingMethods>

class FileReading {
  readonly #path: string
  readonly #tempFolder: string
  #batches: AsyncGenerator<FileBatch> | null = null
  #rows: AsyncGenerator<TablePart> | null = null
  /** Records that were read but have not been returned yet. */
  #rest: { readonly records: GrowingSet; readonly positions: Uint32Array; at: number } | null = null
  readonly #piece = new GrowingSet(256)
  #examples = 0
  #done = 0

  constructor(path: string, tempFolder: string) {
    this.#path = path
    this.#tempFolder = tempFolder
  }

  async inspect(): Promise<Inspection> {
    const reader = await openImportFile(this.#path, this.#tempFolder)
    reader.check?.()
    const { createdDate } = await firstMessage(reader)
    const { absent, extra } = reader.shape
    return {
      kind: reader.kind,
      absent: [...absent],
      extra: [...extra],
      firstCreated: createdDate,
      backup: reader.backup ? backupOf(reader.backup) : null,
    }
  }

  async erased() {
    const reader = await openImportFile(this.#path, this.#tempFolder)
    return reader.erased?.() ?? null
  }

  /** Returns the next part; null after the last. */
  async next({ room, keptSince }: PartRequest): Promise<Transferred<ReadPart> | null> {
    if (this.#rest) return this.#part(room, { tooOld: 0, setAside: 0, examples: [], done: this.#done })
    this.#batches ??= (await openImportFile(this.#path, this.#tempFolder)).batches()
    const step = await this.#batches.next()
    if (step.done) return null
    const { records, setAside, done } = step.value
    const positions = allPositions(records.size)
    const kept = keptSince === null ? positions : positions.filter((at) => records.created[at]! >= keptSince)
    const examples = setAside.slice(0, shownExamples - this.#examples)
    this.#examples += examples.length
    this.#done = Math.min(1, done)
    this.#rest = { records, positions: kept, at: 0 }
    return this.#part(room, {
      tooOld: positions.length - kept.length,
      setAside: setAside.length,
      examples: examples.map(({ place, reason }) => ({ place, reason: cut(reason) })),
      done: this.#done,
    })
  }

  /** The next rows of any table; null after the last. */
  async nextRows(): Promise<TablePart | null> {
    this.#rows ??= tableRows(this.#path, this.#tempFolder)
    const step = await this.#rows.next()
    return step.done ? null : step.value
  }

  async close(): Promise<void> {
    await this.#batches?.return(undefined)
    await this.#rows?.return(undefined)
  }

  #part(room: number, counts: Omit<ReadPart, 'pack' | 'records'>): Transferred<ReadPart> {
    const { records, positions, at } = this.#rest!
    const count = Math.min(room, positions.length - at)
    if (at + count < positions.length) this.#rest!.at += count
    else this.#rest = null
    const pack = count === 0 ? null : writePack(this.#pieceOf(records, positions.subarray(at, at + count)))
    return new Transferred({ pack, records: count, ...counts }, pack ? [pack.buffer] : [])
  }

  #pieceOf(records: GrowingSet, positions: Uint32Array): GrowingSet {
    if (positions.length === records.size) return records
    this.#piece.clear()
    this.#piece.appendFrom(records, positions)
    return this.#piece
  }
}

function backupOf({ messages, lastCreated, account, madeAt }: BackupWithMessages): Inspection['backup'] {
  return { messages, lastCreated, account, madeAt }
}

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
