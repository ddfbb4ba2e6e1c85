import { z } from 'zod'
import { sendBatch, type SendBatch } from '#shared/contract/base/sends.ts'
import { LineFile } from '../../base/line-file.ts'
import { Queue } from '../../base/queue.ts'

const journalBatch = z.object({
  ...sendBatch.shape,
  /**
   * The service that the call’s mark was sent to, or null if the call had no mark. Missing if the call was noted by an
   * earlier version or has not been made.
   */
  markedFor: z.string().nullable().optional(),
  /** The id of the planned call of which this one is a part. Missing for a planned call. */
  partOf: z.string().optional(),
})
export type JournalBatch = z.infer<typeof journalBatch>

const line = z.object({ index: z.number().int().min(0), ...journalBatch.shape })
/** Two entries on one line are written together or not at all. */
const entry = z.union([line, z.array(line)])

type Change = Partial<Pick<JournalBatch, 'state' | 'startedAt' | 'problem' | 'markedFor'>>

/** The batches of one send and their results. Each change is one line; the last line for a batch counts. */
export class BatchJournal {
  readonly #file: LineFile
  readonly #batches: JournalBatch[]
  readonly #dirty = new Set<number>()
  readonly #changes = new Queue()

  private constructor(file: LineFile, batches: JournalBatch[]) {
    this.#file = file
    this.#batches = batches
  }

  static async create(path: string, batches: readonly SendBatch[]): Promise<void> {
    await new LineFile(path).rewrite(batches.map(lineOf))
  }

  /** Throws if the file is missing or damaged before its last line. */
  static async open(path: string): Promise<BatchJournal> {
    const file = new LineFile(path)
    const batches: JournalBatch[] = []
    for (const text of await file.read()) {
      const entries = entry.parse(JSON.parse(text))
      for (const { index, ...batch } of Array.isArray(entries) ? entries : [entries]) batches[index] = batch
    }
    return new BatchJournal(file, batches)
  }

  get batches(): readonly JournalBatch[] {
    return this.#batches
  }

  /** Resolves when the change is on disk. After a failed write, the change still applies and the next write includes it. */
  async note(index: number, change: Change): Promise<void> {
    Object.assign(this.#batches[index]!, change)
    this.#dirty.add(index)
    await this.#changes.add(() => this.#write())
  }

  /** Replaces one call with two and puts the second after all others. Returns the index of the second. */
  async split(index: number, halves: readonly [JournalBatch, JournalBatch]): Promise<number> {
    return this.#changes.add(async () => {
      const end = this.#batches.length
      const [one, other] = halves
      await this.#file.append(
        `${JSON.stringify([
          { index, ...one },
          { index: end, ...other },
        ])}\n`,
      )
      this.#batches[index] = one
      this.#batches.push(other)
      return end
    })
  }

  /** Changes the batches and rewrites the file, so that no earlier lines remain. */
  async rewrite(change: (batch: JournalBatch) => Change): Promise<void> {
    for (const batch of this.#batches) Object.assign(batch, change(batch))
    await this.#file.rewrite(this.#batches.map(lineOf))
  }

  /** Closes the file until the next change reopens it. */
  close(): Promise<void> {
    return this.#file.close()
  }

  /** Changes made while another write is in progress are written together. */
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

function lineOf(batch: JournalBatch, index: number): string {
  return `${JSON.stringify({ index, ...batch })}\n`
}
