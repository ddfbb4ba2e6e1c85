import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import { sendSummary, type SendBatch, type SendSummary } from '#shared/contract/base/sends.ts'
import { JsonFile } from '../../base/json-file.ts'
import { Queues } from '../../base/queue.ts'
import { DraftOnDisk } from '../../drafts/index.ts'
import { BatchJournal, type JournalBatch } from './batch-journal.ts'

const ranges = z.array(z.tuple([z.number().int().min(0), z.number().int().min(1)]).readonly()).readonly()

/** The counts of recipients are left out, because they are computed from the journal. */
const storedSend = sendSummary.omit({ sent: true, refused: true, unknown: true, absent: true, underWay: true }).extend({
  restOf: z.uuid().nullable().default(null),
  /** For a rest: the rows of the first send that the rest goes to. */
  rows: ranges.nullable().default(null),
  /**
   * The rows of the first send that may have been reached by other sends of its family that have since been removed
   * from the history.
   */
  reached: ranges.default([]),
})
export type StoredSend = Readonly<z.infer<typeof storedSend>>

const files = { send: 'send.json', batches: 'batches.jsonl' }

type OpenOptions = {
  readonly path: string
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

/** The files of one send: its former draft’s files, its state, and its batches’ results. */
export class SendOnDisk {
  readonly path: string
  readonly journal: BatchJournal
  /** Batches that a run is working on. They are still waiting until their call is noted, and no other run may take them. */
  readonly taken = new Set<number>()
  /** The parts of a planned call leave one after another, so that only the first that may arrive has copies. */
  readonly parts = new Queues()
  readonly #options: OpenOptions
  readonly #file: JsonFile<StoredSend | null>
  #stored: StoredSend
  #draft: Promise<DraftOnDisk> | null = null
  #runs = 0

  private constructor(
    options: OpenOptions,
    { file, stored, journal }: { file: JsonFile<StoredSend | null>; stored: StoredSend; journal: BatchJournal },
  ) {
    this.path = options.path
    this.#options = options
    this.#file = file
    this.#stored = stored
    this.journal = journal
  }

  /** Writes the files that turn this folder’s draft into a send. It remains a draft until the folder is moved. */
  static async prepare(options: OpenOptions, stored: StoredSend, batches: readonly SendBatch[]): Promise<void> {
    await BatchJournal.create(join(options.path, files.batches), batches)
    const file = await openFile({ ...options, onBroken: () => undefined })
    await file.set(() => stored)
  }

  /** Throws if the folder contains no send. */
  static async open(options: OpenOptions): Promise<SendOnDisk> {
    const file = await openFile(options)
    const stored = file.value
    if (stored === null) throw new AppError('not-found', 'This folder does not contain a send.')
    const journal = await BatchJournal.open(join(options.path, files.batches))
    return new SendOnDisk(options, { file, stored, journal })
  }

  /** Removes the files that `prepare` wrote, so that the folder is a draft again. */
  static async strip(path: string): Promise<void> {
    for (const name of Object.values(files)) await rm(join(path, name), { force: true })
  }

  get stored(): StoredSend {
    return this.#stored
  }

  get batches(): readonly JournalBatch[] {
    return this.journal.batches
  }

  get summary(): SendSummary {
    const count = { sent: 0, refused: 0, unknown: 0, absent: 0, waiting: 0, sending: 0 }
    for (const { state, recipients } of this.batches) count[state] += recipients
    const { sent, refused, unknown, absent, sending: underWay } = count
    const { rows: _rows, reached: _reached, ...stored } = this.stored
    return { ...stored, sent, refused, unknown, absent, underWay }
  }

  /** Whether any batch’s call has begun. If not, the send can become a draft again. */
  get hasLeft(): boolean {
    return this.batches.some(({ state }) => state !== 'waiting')
  }

  /**
   * The change applies immediately. If the write fails, the file keeps the older state, which is safe because it claims
   * less than is known.
   */
  async change(change: Partial<StoredSend>): Promise<void> {
    this.#stored = { ...this.#stored, ...change }
    await this.#file.set(() => this.#stored)
  }

  /** Content, recipients and files, kept in memory until `release`. */
  draft(): Promise<DraftOnDisk> {
    if (this.#draft === null) {
      const { id, accountId } = this.stored
      const { onBroken, now } = this.#options
      this.#draft = DraftOnDisk.open({ folder: this.path, fresh: { id, accountId }, onBroken, now })
      this.#draft.catch(() => (this.#draft = null))
    }
    return this.#draft
  }

  /** The message content, without recipients. */
  async content(): Promise<DraftContent> {
    return this.#draft ? (await this.#draft).stored.content : DraftOnDisk.readContent(this.path)
  }

  /** Reads the recipients without keeping them in memory. `pass` is called every few milliseconds. */
  async people(pass: () => Promise<void>): Promise<DraftPeople> {
    return this.#draft ? (await this.#draft).people : DraftOnDisk.readPeople(this.path, pass)
  }

  filePath(part: string): string {
    return join(this.path, 'files', part)
  }

  /** Keeps one copy of the draft in memory until `unpin`, so that an erasure changes the messages that a run sends. */
  pin(): void {
    this.#runs += 1
  }

  unpin(): void {
    this.#runs -= 1
  }

  release(): void {
    if (this.#runs === 0) this.#draft = null
  }

  async settled(): Promise<void> {
    await this.#file.settled()
    await this.journal.close()
  }
}

function openFile({ path, onBroken, now }: OpenOptions): Promise<JsonFile<StoredSend | null>> {
  return JsonFile.open<StoredSend | null>({
    path: join(path, files.send),
    initial: null,
    read: (parsed) => storedSend.parse(parsed),
    onBroken,
    now,
  })
}
