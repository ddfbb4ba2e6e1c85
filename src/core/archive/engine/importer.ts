import { setImmediate } from 'node:timers/promises'
import type { Message } from '#shared/domain/messages/record.ts'
import { GrowingSet } from '../../base/packs/growing-set.ts'
import { writePack } from '../../base/packs/pack.ts'
import type { Channel } from '../../base/threads/channel.ts'
import type { HorizonChange, ImporterPort, ImportResult } from '../port/archive-port.ts'
import type { IdleThread } from './idle-thread.ts'
import { buffersOf } from './index/prepared.ts'
import type { PreparerMethods, WriterMethods } from './thread-methods.ts'
import { keepYoungGenerationSmall, withSmallYoungGeneration } from './young-generation.ts'

/** One block of the index. A transaction holds up other writes for well under a second. */
const recordsPerTransaction = 16_384
/** Long subjects fill a transaction sooner; otherwise the writer thread would hold gigabytes of them. */
const bytesPerTransaction = 32 * 1024 ** 2
/** Packing runs on the caller’s thread; this many records take about a millisecond. */
const recordsPerPack = 1024

/**
 * Imports messages as packs, transaction by transaction: one is written while the next is prepared and the one after that
 * is collected. So neither objects nor one long pause wait for a transaction to fill up.
 */
export class Importer implements ImporterPort {
  readonly total: ImportResult = { added: 0, changed: 0, unchanged: 0, erased: 0 }
  readonly #writer: Channel<WriterMethods>
  /** Used in addition to the writer thread for full transactions whose messages are mostly new. */
  readonly #preparer: IdleThread<PreparerMethods>
  readonly #countedIn: string | undefined
  readonly #set = new GrowingSet(recordsPerPack)
  #packs: Uint8Array<ArrayBuffer>[] = []
  #records = 0
  #bytes = 0
  /** Known messages are not indexed again, so preparing them would be wasted. */
  #areMostlyNew = true
  #preparing: Promise<void> = Promise.resolve()
  #writing: Promise<void> = Promise.resolve()

  constructor(writer: Channel<WriterMethods>, preparer: IdleThread<PreparerMethods>, countedIn?: string) {
    this.#writer = writer
    this.#preparer = preparer
    this.#countedIn = countedIn
  }

  async add(messages: readonly Message[]): Promise<void> {
    for (let at = 0; at < messages.length;) {
      if (at > 0) await setImmediate()
      this.#set.clear()
      const end = Math.min(messages.length, at + recordsPerPack, at + this.room)
      for (; at < end; at++) this.#set.append(messages[at]!)
      await this.addPack(writePack(this.#set), this.#set.size)
    }
  }

  /** No transaction is larger than a block. */
  get room(): number {
    return recordsPerTransaction - this.#records
  }

  async addPack(pack: Uint8Array<ArrayBuffer>, records: number): Promise<void> {
    keepYoungGenerationSmall()
    this.#packs.push(pack)
    this.#records += records
    this.#bytes += pack.length
    if (this.#records >= recordsPerTransaction || this.#bytes >= bytesPerTransaction) await this.#endTransaction({})
  }

  async finish(horizon: HorizonChange = {}): Promise<ImportResult> {
    try {
      await this.#endTransaction(horizon)
      await this.#preparing
    } finally {
      // If one transaction could not be prepared, the previous one may still be written, and counts.
      await this.#writing
    }
    return this.total
  }

  /** Waits until the previous transaction is prepared, which means that the transaction before it is written. */
  async #endTransaction(moved: HorizonChange): Promise<void> {
    const horizon: HorizonChange = { ...moved, countedIn: this.#countedIn }
    const packs = this.#packs
    const isFull = this.#records >= recordsPerTransaction
    this.#packs = []
    this.#records = 0
    this.#bytes = 0
    await this.#preparing
    this.#preparing = withSmallYoungGeneration(() =>
      isFull && this.#areMostlyNew ? this.#prepare(packs, horizon) : this.#write(() => this.#sendPacks(packs, horizon)),
    )
    // The next caller gets the error; until then, it must not count as unhandled.
    this.#preparing.catch(() => undefined)
  }

  async #prepare(packs: Packs, horizon: HorizonChange): Promise<void> {
    const prepared = await this.#preparer.use((thread) => thread.transfer(buffersOfPacks(packs), 'prepare', packs))
    await this.#write(() => this.#writer.transfer(buffersOf(prepared), 'importPrepared', prepared, horizon))
  }

  #sendPacks(packs: Packs, horizon: HorizonChange): Promise<ImportResult> {
    return this.#writer.transfer(buffersOfPacks(packs), 'import', packs, horizon)
  }

  async #write(send: () => Promise<ImportResult>): Promise<void> {
    await this.#writing
    this.#writing = withSmallYoungGeneration(async () => this.#count(await send()))
    this.#writing.catch(() => undefined)
  }

  #count(result: ImportResult): void {
    for (const name of Object.keys(this.total) as (keyof ImportResult)[]) this.total[name] += result[name]
    this.#areMostlyNew = result.added > result.changed + result.unchanged
  }
}

type Packs = readonly Uint8Array<ArrayBuffer>[]

function buffersOfPacks(packs: Packs): ArrayBuffer[] {
  return packs.map(({ buffer }) => buffer)
}
