import type { Channel } from '../../base/threads/channel.ts'
import { CollectingImporter, type Packs } from '../common/collecting-importer.ts'
import type { HorizonChange, ImportResult } from '../port/archive-port.ts'
import type { PreparedNumber, ServerWriterMethods } from './server-methods.ts'

/** Imports messages as packs, one transaction at a time: while one is written, the thread prepares the next one. */
export class ServerImporter extends CollectingImporter {
  readonly #openWriter: () => Promise<Channel<ServerWriterMethods>>
  #previous: Promise<void> = Promise.resolve()
  #writing: Promise<void> = Promise.resolve()

  constructor(openWriter: () => Promise<Channel<ServerWriterMethods>>, countedIn?: string) {
    super(countedIn)
    this.#openWriter = openWriter
  }

  async finish(horizon: HorizonChange = {}): Promise<ImportResult> {
    await this.endTransaction(horizon)
    await this.#writing
    await (await this.#openWriter()).call('indexMonths')
    return this.total
  }

  /** Waits until the transaction before the previous one is written. In the meantime, the thread prepares this one. */
  protected async take(packs: Packs, horizon: HorizonChange): Promise<void> {
    const previous = this.#writing
    const prepared = this.#prepare(packs)
    this.#writing = this.#write(previous, prepared, horizon)
    // The next caller gets the error; until then, it must not count as unhandled.
    this.#writing.catch(() => undefined)
    const before = this.#previous
    this.#previous = previous
    await before
  }

  async #prepare(packs: Packs): Promise<PreparedNumber> {
    const buffers = packs.map(({ buffer }) => buffer)
    return (await this.#openWriter()).transfer(buffers, 'prepare', packs)
  }

  /**
   * After a failed transaction, nothing more is written: the horizon would otherwise claim records that are missing.
   */
  async #write(previous: Promise<void>, prepared: Promise<PreparedNumber>, horizon: HorizonChange): Promise<void> {
    const [number, writer] = [await prepared, await this.#openWriter()]
    try {
      await previous
    } catch (error) {
      await writer.call('forget', number)
      throw error
    }
    this.count(await writer.call('import', number, horizon))
  }
}
