import type { RecordSet } from '../../../base/packs/record-set.ts'
import { readPack } from '../../../base/packs/pack.ts'
import { ArchiveReader } from '../../engine/archive-reader.ts'
import { Database } from '../../engine/file/database.ts'
import { migrate, requireNewestSchema } from '../../engine/file/migrate.ts'
import { eachBit } from '../../engine/index/bits.ts'
import { ArchiveWriter } from '../../engine/store/archive-writer.ts'
import { backupSetting, type BackupNote } from '../../engine/store/backup.ts'
import { readBeside, writeBeside } from '../../engine/store/beside.ts'
import { readBlockColumn, readBlocks, readLive } from '../../engine/store/block-store.ts'
import { writeSetting } from '../../engine/store/coverage.ts'
import type { BesideMessages } from '../../common/beside-messages.ts'
import { monthOf, type Month } from '../record/months.ts'

/** How many records are read together and written in one transaction: as many as one block of the file has. */
export const recordsAtOnce = 16_384

export type FilledMonth = Month & { readonly messages: number }

/** An archive’s file, read in row order. Its account may be in use. */
export class SourceFile {
  readonly #database: Database
  readonly #reader: ArchiveReader

  constructor(path: string) {
    this.#database = new Database(path, { readOnly: true })
    try {
      requireNewestSchema(this.#database)
      this.#reader = new ArchiveReader(this.#database)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  /** The months that contain messages, oldest first. */
  months(): FilledMonth[] {
    const found: (Month & { messages: number })[] = []
    let month: (Month & { messages: number }) | undefined
    this.#eachRow({ first: 0, stop: Infinity }, (row) => {
      if (!month || row >= month.stop) found.push((month = { ...monthOf(row), messages: 0 }))
      month.messages++
    })
    return found
  }

  /** Each set becomes invalid when the next one is requested. */
  *records(month: Month): Generator<RecordSet> {
    const rows: number[] = []
    this.#eachRow(month, (row) => rows.push(row))
    for (let at = 0; at < rows.length; at += recordsAtOnce) {
      yield readPack(this.#reader.packAt(Float64Array.from(rows.slice(at, at + recordsAtOnce))))
    }
  }

  beside(): BesideMessages {
    return this.#database.snapshot(() => readBeside(this.#database))
  }

  close(): void {
    this.#database.close()
  }

  #eachRow({ first, stop }: Pick<Month, 'first' | 'stop'>, visit: (row: number) => void): void {
    this.#database.snapshot(() => {
      for (const block of readBlocks(this.#database)) {
        if (block.last < first || block.first >= stop) continue
        const rows = readBlockColumn(this.#database, block, 'row')
        eachBit(readLive(this.#database, block), (at) => {
          const row = rows[at]!
          if (row >= first && row < stop) visit(row)
        })
      }
    })
  }
}

/** A new archive file, written in row order. */
export class TargetFile {
  readonly #database: Database
  readonly #writer: ArchiveWriter

  /** The file must exist and be empty. */
  constructor(path: string) {
    this.#database = new Database(path, { single: true })
    migrate(this.#database)
    this.#writer = new ArchiveWriter(this.#database)
  }

  add(set: RecordSet): void {
    this.#writer.fill(set)
  }

  finish(beside: BesideMessages, note: BackupNote): void {
    writeBeside(this.#database, beside)
    this.#database.transaction(() => {
      writeSetting(this.#database, backupSetting, note)
      writeSetting(this.#database, 'open', false)
    })
  }

  close(): void {
    this.#database.close()
  }
}
