import { setImmediate } from 'node:timers/promises'
import type { Message } from '#shared/domain/messages/record.ts'
import { GrowingSet } from '../../base/packs/growing-set.ts'
import { writePack } from '../../base/packs/pack.ts'
import type { HorizonChange, ImporterPort, ImportResult } from '../port/archive-port.ts'

/**
 * The number of records in a transaction: as many as in one block of the index. Writing them holds up other writes for
 * well under a second.
 */
const recordsPerTransaction = 16_384
/** Long subjects fill a transaction sooner. Without this limit, the writer thread would hold gigabytes of them. */
const bytesPerTransaction = 32 * 1024 ** 2
/** Packing runs on the caller’s thread; this many records take about a millisecond. */
const recordsPerPack = 1024

export type Packs = readonly Uint8Array<ArrayBuffer>[]

/** Collects records as packs until a transaction is full. Each engine writes transactions in its own way. */
export abstract class CollectingImporter implements ImporterPort {
  readonly total: ImportResult = { added: 0, changed: 0, unchanged: 0, erased: 0 }
  readonly #countedIn: string | undefined
  readonly #set = new GrowingSet(recordsPerPack)
  #packs: Uint8Array<ArrayBuffer>[] = []
  #records = 0
  #bytes = 0

  constructor(countedIn: string | undefined) {
    this.#countedIn = countedIn
  }

  abstract finish(horizon?: HorizonChange): Promise<ImportResult>

  /** Takes the packs of a transaction, and waits until there is room for the next one. */
  protected abstract take(packs: Packs, horizon: HorizonChange, isFull: boolean): Promise<void>

  async add(messages: readonly Message[]): Promise<void> {
    for (let at = 0; at < messages.length;) {
      if (at > 0) await setImmediate()
      this.#set.clear()
      const end = Math.min(messages.length, at + recordsPerPack, at + this.room)
      for (; at < end; at++) this.#set.append(messages[at]!)
      await this.addPack(writePack(this.#set), this.#set.size)
    }
  }

  /** The number of records that still fit into the transaction, which is no larger than a block. */
  get room(): number {
    return recordsPerTransaction - this.#records
  }

  async addPack(pack: Uint8Array<ArrayBuffer>, records: number): Promise<void> {
    this.#packs.push(pack)
    this.#records += records
    this.#bytes += pack.length
    if (this.#records >= recordsPerTransaction || this.#bytes >= bytesPerTransaction) await this.endTransaction({})
  }

  protected endTransaction(moved: HorizonChange): Promise<void> {
    const packs = this.#packs
    const isFull = this.#records >= recordsPerTransaction
    this.#packs = []
    this.#records = 0
    this.#bytes = 0
    return this.take(packs, { ...moved, countedIn: this.#countedIn }, isFull)
  }

  protected count(result: ImportResult): void {
    for (const name of Object.keys(this.total) as (keyof ImportResult)[]) this.total[name] += result[name]
  }
}
