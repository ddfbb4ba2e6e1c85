import type { Message } from '#shared/domain/messages/record.ts'
import { GrowingSet } from '../../base/packs/growing-set.ts'
import { writePack } from '../../base/packs/pack.ts'
import type { Channel } from '../../base/threads/channel.ts'
import type { HorizonChange, ImporterPort, ImportResult } from '../port/archive-port.ts'
import type { PreparedNumber, ServerWriterMethods } from './server-methods.ts'

/** A transaction keeps other writers waiting, and holds this many records in memory. */
const recordsPerTransaction = 16_384
const bytesPerTransaction = 32 * 1024 ** 2
const recordsPerPack = 1024

/** Imports messages as packs, transaction by transaction: while one is written, the thread prepares the next one. */
export class ServerImporter implements ImporterPort {
  readonly total: ImportResult = { added: 0, changed: 0, unchanged: 0, erased: 0 }
  readonly #openWriter: () => Promise<Channel<ServerWriterMethods>>
  readonly #countedIn: string | undefined
  readonly #set = new GrowingSet(recordsPerPack)
  #packs: Uint8Array<ArrayBuffer>[] = []
  #records = 0
  #bytes = 0
  #previous: Promise<void> = Promise.resolve()
  #writing: Promise<void> = Promise.resolve()

  constructor(openWriter: () => Promise<Channel<ServerWriterMethods>>, countedIn?: string) {
    this.#openWriter = openWriter
    this.#countedIn = countedIn
  }

  get room(): number {
    return recordsPerTransaction - this.#records
  }

  async add(messages: readonly Message[]): Promise<void> {
    for (let at = 0; at < messages.length;) {
      this.#set.clear()
      const end = Math.min(messages.length, at + recordsPerPack, at + this.room)
      for (; at < end; at++) this.#set.append(messages[at]!)
      await this.addPack(writePack(this.#set), this.#set.size)
    }
  }

  async addPack(pack: Uint8Array<ArrayBuffer>, records: number): Promise<void> {
    this.#packs.push(pack)
    this.#records += records
    this.#bytes += pack.length
    if (this.#records >= recordsPerTransaction || this.#bytes >= bytesPerTransaction) await this.#endTransaction({})
  }

  async finish(horizon: HorizonChange = {}): Promise<ImportResult> {
    await this.#endTransaction(horizon)
    await this.#writing
    await (await this.#openWriter()).call('indexMonths')
    return this.total
  }

  /** Waits until the previous transaction is written; meanwhile, the thread prepares this one. */
  async #endTransaction(moved: HorizonChange): Promise<void> {
    const packs = this.#packs
    this.#packs = []
    this.#records = 0
    this.#bytes = 0
    const horizon: HorizonChange = { ...moved, countedIn: this.#countedIn }
    const prepared = this.#prepare(packs)
    const previous = this.#writing
    await this.#previous
    this.#previous = previous
    this.#writing = this.#write(previous, prepared, horizon)
    // The next caller gets the error; until then, it must not count as unhandled.
    this.#writing.catch(() => undefined)
  }

  async #prepare(packs: readonly Uint8Array<ArrayBuffer>[]): Promise<PreparedNumber> {
    const buffers = packs.map(({ buffer }) => buffer)
    return (await this.#openWriter()).transfer(buffers, 'prepare', packs)
  }

  /** Nothing is written after a transaction that failed, or the horizon would promise what is missing. */
  async #write(previous: Promise<void>, prepared: Promise<PreparedNumber>, horizon: HorizonChange): Promise<void> {
    const [number, writer] = [await prepared, await this.#openWriter()]
    try {
      await previous
    } catch (error) {
      await writer.call('forget', number)
      throw error
    }
    const result = await writer.call('import', number, horizon)
    for (const name of Object.keys(this.total) as (keyof ImportResult)[]) this.total[name] += result[name]
  }
}
