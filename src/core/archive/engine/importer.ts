import { setImmediate } from 'node:timers/promises'
import type { Message } from '#shared/domain/messages/record.ts'
import type { Channel } from '../../base/threads/channel.ts'
import type { IdleThread } from './idle-thread.ts'
import type { PreparerMethods, WriterMethods } from './thread-methods.ts'
import { buffersOf } from './index/prepare.ts'
import { GrowingSet } from '../../base/packs/growing-set.ts'
import { writePack } from '../../base/packs/pack.ts'
import type { ImportResult } from './store/archive-writer.ts'
import type { HorizonChange } from './store/coverage.ts'
import { keepYoungGenerationSmall, withSmallYoungGeneration } from './young-generation.ts'

/** One transaction: a whole block of the index, and well under a second of waiting for others that write. */
const recordsPerTransaction = 16_384
/** Long subjects fill a transaction sooner, or the thread that writes would hold gigabytes of them. */
const bytesPerTransaction = 32 * 1024 ** 2
/** Packing takes the time of whoever imports: so many take about a millisecond. */
const recordsPerPart = 1024

/**
 * Adds any number of messages in transactions of a good size. They are packed as they come, so that neither objects nor
 * one long pause wait for the transaction to be full: one is written while the next is prepared and another gathered.
 */
export class Importer {
  readonly total: ImportResult = { added: 0, changed: 0, unchanged: 0, erased: 0 }
  readonly #writer: Channel<WriterMethods>
  /** Beside the thread that writes: for whole transactions, when most of their messages are new. */
  readonly #preparer: IdleThread<PreparerMethods>
  readonly #set = new GrowingSet(recordsPerPart)
  #packs: Uint8Array<ArrayBuffer>[] = []
  #records = 0
  #bytes = 0
  /** What is known already is not indexed anew: then there is nothing to prepare. */
  #areNew = true
  #preparing: Promise<void> = Promise.resolve()
  #writing: Promise<void> = Promise.resolve()

  constructor(writer: Channel<WriterMethods>, preparer: IdleThread<PreparerMethods>) {
    this.#writer = writer
    this.#preparer = preparer
  }

  async add(messages: readonly Message[]): Promise<void> {
    for (let at = 0; at < messages.length;) {
      if (at > 0) await setImmediate()
      this.#set.clear()
      const end = Math.min(messages.length, at + recordsPerPart, at + this.room)
      for (; at < end; at++) this.#set.append(messages[at]!)
      await this.addPack(writePack(this.#set), this.#set.size)
    }
  }

  /** How many records the next pack may hold: no transaction is larger than a block. */
  get room(): number {
    return recordsPerTransaction - this.#records
  }

  /** Records that were packed elsewhere; the pack is given away. Counted at once; resolves when there is room for more. */
  async addPack(pack: Uint8Array<ArrayBuffer>, records: number): Promise<void> {
    keepYoungGenerationSmall()
    this.#packs.push(pack)
    this.#records += records
    this.#bytes += pack.length
    if (this.#records >= recordsPerTransaction || this.#bytes >= bytesPerTransaction) await this.#hand({})
  }

  /** Writes the rest, and only with it the horizon. */
  async finish(horizon: HorizonChange = {}): Promise<ImportResult> {
    try {
      await this.#hand(horizon)
      await this.#preparing
    } finally {
      // Where one could not be prepared, the one before may still be written: it counts.
      await this.#writing
    }
    return this.total
  }

  /** Waits for the one before to be prepared, and with it for the one before that to be written. */
  async #hand(horizon: HorizonChange): Promise<void> {
    const packs = this.#packs
    const isWhole = this.#records >= recordsPerTransaction
    this.#packs = []
    this.#records = 0
    this.#bytes = 0
    await this.#preparing
    this.#preparing = withSmallYoungGeneration(() =>
      isWhole && this.#areNew ? this.#prepare(packs, horizon) : this.#begin(() => this.#write(packs, horizon)),
    )
    // Told to whoever comes next; until then it is nobody's.
    this.#preparing.catch(() => undefined)
  }

  async #prepare(packs: Packs, horizon: HorizonChange): Promise<void> {
    const prepared = await this.#preparer.use((thread) => thread.hand(buffersOfPacks(packs), 'prepare', packs))
    await this.#begin(() => this.#writer.hand(buffersOf(prepared), 'importPrepared', prepared, horizon))
  }

  #write(packs: Packs, horizon: HorizonChange): Promise<ImportResult> {
    return this.#writer.hand(buffersOfPacks(packs), 'import', packs, horizon)
  }

  async #begin(write: () => Promise<ImportResult>): Promise<void> {
    await this.#writing
    this.#writing = withSmallYoungGeneration(async () => this.#count(await write()))
    this.#writing.catch(() => undefined)
  }

  #count(result: ImportResult): void {
    for (const name of Object.keys(this.total) as (keyof ImportResult)[]) this.total[name] += result[name]
    this.#areNew = result.added > result.changed + result.unchanged
  }
}

type Packs = readonly Uint8Array<ArrayBuffer>[]

function buffersOfPacks(packs: Packs): ArrayBuffer[] {
  return packs.map(({ buffer }) => buffer)
}
