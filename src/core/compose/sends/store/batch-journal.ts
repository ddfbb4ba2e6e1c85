import { z } from 'zod'
import { sendBatch, type SendBatch } from '#shared/contract/base/sends.ts'
import { LineFile } from '../../../base/line-file.ts'

const line = z.object({ index: z.number().int().min(0), ...sendBatch.shape })

type Change = Partial<Pick<SendBatch, 'state' | 'startedAt' | 'problem'>>

/** The batches of one send and their results: a line for each change, of which the last one counts. */
export class BatchJournal {
  readonly #file: LineFile
  readonly #batches: SendBatch[]
  readonly #dirty = new Set<number>()
  #writing: Promise<void> = Promise.resolve()

  private constructor(file: LineFile, batches: SendBatch[]) {
    this.#file = file
    this.#batches = batches
  }

  static async create(path: string, batches: readonly SendBatch[]): Promise<void> {
    await new LineFile(path).rewrite(batches.map(lineOf))
  }

  /** Throws where the file is missing or damaged before its last line. */
  static async open(path: string): Promise<BatchJournal> {
    const file = new LineFile(path)
    const batches: SendBatch[] = []
    for (const text of await file.read()) {
      const { index, ...batch } = line.parse(JSON.parse(text))
      batches[index] = batch
    }
    return new BatchJournal(file, batches)
  }

  get batches(): readonly SendBatch[] {
    return this.#batches
  }

  /** On the disk when this returns. After a failed write the change still applies, and the next write includes it. */
  async note(index: number, change: Change): Promise<void> {
    Object.assign(this.#batches[index]!, change)
    this.#dirty.add(index)
    const turn = this.#writing.then(() => this.#write())
    this.#writing = turn.catch(() => undefined)
    await turn
  }

  /** Writes the file again without its earlier lines. */
  async rewrite(change: (batch: SendBatch) => Change): Promise<void> {
    for (const batch of this.#batches) Object.assign(batch, change(batch))
    await this.#file.rewrite(this.#batches.map(lineOf))
  }

  /** Closes the file until the next change opens it again. */
  close(): Promise<void> {
    return this.#file.close()
  }

  /** Changes that were made while another write was running are written with one. */
  async #write(): Promise<void> {
    if (this.#dirty.size === 0) return
    const indexes = [...this.#dirty]
    this.#dirty.clear()
    try {
      await this.#file.append(indexes.map((index) => lineOf(this.#batches[index]!, index)).join(''))
    } catch (error) {
      for (const index of indexes) this.#dirty.add(index)
      throw error
    }
  }
}

function lineOf(batch: SendBatch, index: number): string {
  return `${JSON.stringify({ index, ...batch })}\n`
}
