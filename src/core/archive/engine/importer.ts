import type { Channel } from '../../base/threads/channel.ts'
import { CollectingImporter, type Packs } from '../common/collecting-importer.ts'
import type { HorizonChange, ImportResult } from '../port/archive-port.ts'
import type { IdleThread } from './idle-thread.ts'
import { buffersOf } from './index/prepared.ts'
import type { PreparerMethods, WriterMethods } from './thread-methods.ts'
import { keepYoungGenerationSmall, withSmallYoungGeneration } from './young-generation.ts'

/**
 * Imports messages as packs, one transaction at a time: while one is written, the next is prepared and the one after
 * that is collected. Unlike objects, packs take up little memory and cause no long pauses.
 */
export class Importer extends CollectingImporter {
  readonly #writer: Channel<WriterMethods>
  /** Used in addition to the writer thread for full transactions whose messages are mostly new. */
  readonly #preparer: IdleThread<PreparerMethods>
  /** Messages that the archive already has are not indexed again, so preparing them would be wasted effort. */
  #areMostlyNew = true
  #preparing: Promise<void> = Promise.resolve()
  #writing: Promise<void> = Promise.resolve()

  constructor(writer: Channel<WriterMethods>, preparer: IdleThread<PreparerMethods>, countedIn?: string) {
    super(countedIn)
    this.#writer = writer
    this.#preparer = preparer
  }

  override addPack(pack: Uint8Array<ArrayBuffer>, records: number): Promise<void> {
    keepYoungGenerationSmall()
    return super.addPack(pack, records)
  }

  async finish(horizon: HorizonChange = {}): Promise<ImportResult> {
    try {
      await this.endTransaction(horizon)
      await this.#preparing
    } finally {
      // If preparing a transaction failed, the previous one may still be on its way to the file, and the total must
      // include its messages.
      await this.#writing
    }
    return this.total
  }

  /** Waits until the previous transaction is prepared, which means that the transaction before it is written. */
  protected async take(packs: Packs, horizon: HorizonChange, isFull: boolean): Promise<void> {
    await this.#preparing
    this.#preparing = withSmallYoungGeneration(() =>
      isFull && this.#areMostlyNew ? this.#prepare(packs, horizon) : this.#write(() => this.#sendPacks(packs, horizon)),
    )
    // The next caller gets the error, so it must not be reported as unhandled until then.
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
    this.#writing = withSmallYoungGeneration(async () => {
      const result = await send()
      this.count(result)
      this.#areMostlyNew = result.added > result.changed + result.unchanged
    })
    this.#writing.catch(() => undefined)
  }
}

function buffersOfPacks(packs: Packs): ArrayBuffer[] {
  return packs.map(({ buffer }) => buffer)
}
