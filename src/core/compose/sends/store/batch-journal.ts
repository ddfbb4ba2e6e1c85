import { open, readFile, type FileHandle } from 'node:fs/promises'
import { sendBatch, type SendBatch } from '#shared/contract/base/sends.ts'
import { z } from 'zod'
import { fileError } from '../../../base/json-file.ts'

const line = z.object({ index: z.number().int().min(0), ...sendBatch.shape })

type Change = Partial<Pick<SendBatch, 'state' | 'startedAt' | 'problem'>>

/**
 * The batches of one send and what became of each. A file that grows by a line for each change: with a hundred thousand
 * recipients, writing it whole each time would take longer than the send. A crash can only cut its last line, which
 * nobody has relied on yet.
 */
export class BatchJournal {
  readonly path: string
  readonly #batches: SendBatch[]
  readonly #dirty = new Set<number>()
  #file: FileHandle | null = null
  #length = 0
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, batches: SendBatch[]) {
    this.path = path
    this.#batches = batches
  }

  static async create(path: string, batches: readonly SendBatch[]): Promise<void> {
    try {
      await using file = await open(path, 'w', 0o600)
      await file.writeFile(batches.map(lineOf).join(''))
      await file.sync()
    } catch (error) {
      throw fileError(path, error)
    }
  }

  /** Throws where the file is missing or damaged before its last line. */
  static async open(path: string): Promise<BatchJournal> {
    const lines = (await readFile(path, 'utf8')).split('\n')
    // Behind the last line break is nothing, or what a crash has left of a line.
    const batches: SendBatch[] = []
    for (const text of lines.slice(0, -1)) {
      const { index, ...batch } = line.parse(JSON.parse(text))
      batches[index] = batch
    }
    return new BatchJournal(path, batches)
  }

  get batches(): readonly SendBatch[] {
    return this.#batches
  }

  /** It is on the disk when this returns. After a failed write it applies nevertheless, and the next write includes it. */
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
    const turn = this.#writing.then(async () => {
      await this.#file?.close()
      this.#file = null
      await BatchJournal.create(this.path, this.#batches)
    })
    this.#writing = turn.catch(() => undefined)
    await turn
  }

  /** Until the next change opens the file again. */
  async close(): Promise<void> {
    await this.#writing
    await this.#file?.close()
    this.#file = null
  }

  /** Changes that were made while another write was running are written with one. */
  async #write(): Promise<void> {
    if (this.#dirty.size === 0) return
    const indexes = [...this.#dirty]
    const text = indexes.map((index) => lineOf(this.#batches[index]!, index)).join('')
    this.#dirty.clear()
    try {
      await this.#append(Buffer.from(text))
    } catch (error) {
      for (const index of indexes) this.#dirty.add(index)
      throw fileError(this.path, error)
    }
  }

  async #append(bytes: Buffer): Promise<void> {
    if (this.#file === null) {
      this.#file = await open(this.path, 'r+', 0o600)
      this.#length = await endOfLines(this.#file)
    }
    // At a position: half a line that a full disk left behind is written over.
    await this.#file.write(bytes, 0, bytes.length, this.#length)
    await this.#file.truncate(this.#length + bytes.length)
    await this.#file.datasync()
    this.#length += bytes.length
  }
}

function lineOf(batch: SendBatch, index: number): string {
  return `${JSON.stringify({ index, ...batch })}\n`
}

/** Where the last whole line ends. */
async function endOfLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const tail = Buffer.alloc(Math.min(size, 1_048_576))
  await file.read(tail, 0, tail.length, size - tail.length)
  return size - tail.length + tail.lastIndexOf(0x0a) + 1
}
