import { setImmediate } from 'node:timers/promises'
import { serialize } from 'node:v8'
import type { Message } from '#shared/domain/message/record.ts'
import type { Channel } from './channel.ts'
import type { WriterMethods } from './methods.ts'
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
 * one long pause wait for the transaction to be full: one is written while the next is gathered.
 */
export class Importer {
  readonly total: ImportResult = { added: 0, changed: 0, unchanged: 0, erased: 0 }
  readonly #writer: Channel<WriterMethods>
  #parts: Uint8Array<ArrayBuffer>[] = []
  #records = 0
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(writer: Channel<WriterMethods>) {
    this.#writer = writer
  }

  async add(messages: readonly Message[]): Promise<void> {
    for (let at = 0; at < messages.length;) {
      if (at > 0) await setImmediate()
      keepYoungGenerationSmall()
      const part = messages.slice(at, at + Math.min(recordsPerPart, recordsPerTransaction - this.#records))
      at += part.length
      const bytes = new Uint8Array(serialize(part))
      this.#parts.push(bytes)
      this.#records += part.length
      this.#bytes += bytes.length
      if (this.#records >= recordsPerTransaction || this.#bytes >= bytesPerTransaction) await this.#write({})
    }
  }

  /** Writes the rest, and only with it the horizon. */
  async finish(horizon: HorizonChange = {}): Promise<ImportResult> {
    await this.#write(horizon)
    await this.#writing
    return this.total
  }

  async #write(horizon: HorizonChange): Promise<void> {
    await this.#writing
    const parts = this.#parts
    this.#parts = []
    this.#records = 0
    this.#bytes = 0
    this.#writing = this.#call(parts, horizon)
    // Told to whoever comes next; until then it is nobody's.
    this.#writing.catch(() => undefined)
  }

  async #call(parts: Uint8Array<ArrayBuffer>[], horizon: HorizonChange): Promise<void> {
    const transfer = parts.map(({ buffer }) => buffer)
    const result = await withSmallYoungGeneration(() => this.#writer.hand(transfer, 'import', parts, horizon))
    for (const name of Object.keys(this.total) as (keyof ImportResult)[]) this.total[name] += result[name]
  }
}
