import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import { makePrivateFolder } from '../base/folders.ts'
import { fileError } from '../base/json-file.ts'
import { Channel } from '../base/threads/channel.ts'
import type { TablePart } from './table-rows.ts'
import type { Inspection, PartRequest, ReadingData, ReadingMethods, ReadPart } from './reading-methods.ts'

type ReadingOptions = {
  /** The thread’s code: `Paths.worker('import')`. */
  readonly code: URL
  readonly dataFolder: string
  readonly path: string
  readonly size: number
  readonly signal: AbortSignal
}

/**
 * V8 ends the entire process when a thread allocates one large block of memory beyond its limit. This limit is therefore
 * set far above `mostBytes`, which is enforced by checking.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

/** The memory that a thread may use, in bytes. A workbook with a million rows uses less than half of that. */
const mostBytes = 160 * 1024 ** 2

/** CPU seconds for one call, on a file of up to `usualBytes`. No file of that size needs even one second. */
const usualSeconds = 4.5
const usualBytes = 10 * 1024 ** 2
/** CPU seconds added per further byte, because the first call must read all of a workbook’s shared texts. */
const secondsPerByte = 0.25 / 1024 ** 2

const watchMilliseconds = 100

/** Where threads store temporary files. Cleared when the app starts. */
export function readingFolder(dataFolder: string): string {
  return join(dataFolder, 'reading')
}

/** Reads one file in a separate thread. The thread writes only temporary files, so it can be stopped at any moment. */
export class ReadingThread implements AsyncDisposable {
  readonly #channel: Channel<ReadingMethods>
  readonly #tempFolder: string
  readonly #seconds: number
  readonly #signal: AbortSignal
  readonly #giveUp = () => void this.#stop(this.#signal.reason)
  readonly #watch = setInterval(() => void this.#check(), watchMilliseconds)
  #isChecking = false
  #isWaiting = false
  /** The CPU time that the thread had used at the first check during this call. */
  #secondsBefore: number | null = null
  #stopped: Promise<void> | null = null

  private constructor(channel: Channel<ReadingMethods>, tempFolder: string, { size, signal }: ReadingOptions) {
    this.#channel = channel
    this.#tempFolder = tempFolder
    this.#seconds = usualSeconds + Math.max(0, size - usualBytes) * secondsPerByte
    this.#signal = signal
    signal.addEventListener('abort', this.#giveUp, { once: true })
  }

  /** An abort, now or later, stops the thread: pending calls are rejected with the signal’s reason. */
  static async open(options: ReadingOptions): Promise<ReadingThread> {
    const { code, dataFolder, path, signal } = options
    signal.throwIfAborted()
    const tempFolder = await makeFolder(dataFolder)
    const workerData: ReadingData = { path, tempFolder }
    try {
      const thread = { code, name: 'import', workerData, resourceLimits, endedError }
      const reading = new ReadingThread(await Channel.open<ReadingMethods>(thread, signal), tempFolder, options)
      if (signal.aborted) reading.#giveUp()
      return reading
    } catch (error) {
      await rm(tempFolder, { recursive: true, force: true })
      throw error
    }
  }

  /** Throws an error with a sentence for the user if the file is not an export. */
  inspect(): Promise<Inspection> {
    return this.#watched(this.#channel.call('inspect'))
  }

  /** The people erased from the archive whose backup the file is; null if there are none. */
  erased(): ReturnType<ReadingMethods['erased']> {
    return this.#watched(this.#channel.call('erased'))
  }

  /** The next records, beginning with the first; null after the last. */
  next(request: PartRequest): Promise<ReadPart | null> {
    return this.#watched(this.#channel.call('next', request))
  }

  /** The next rows of any table, not just an export; null after the last. */
  nextRows(): Promise<TablePart | null> {
    return this.#watched(this.#channel.call('nextRows'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#signal.removeEventListener('abort', this.#giveUp)
    await this.#stop(endedError(null))
  }

  #stop(reason: unknown): Promise<void> {
    clearInterval(this.#watch)
    this.#stopped ??= this.#channel
      .stop(reason)
      // A terminated thread has not removed its files, so they are removed here.
      .then(() => rm(this.#tempFolder, { recursive: true, force: true, maxRetries: 5 }))
      // Files that another program still has open are removed when the app starts next.
      .catch(() => undefined)
    return this.#stopped
  }

  async #watched<Result>(call: Promise<Result>): Promise<Result> {
    this.#isWaiting = true
    this.#secondsBefore = null
    try {
      return await call
    } finally {
      this.#isWaiting = false
    }
  }

  /** Stops a thread that uses too much memory or CPU time during a call. */
  async #check(): Promise<void> {
    if (!this.#isWaiting || this.#isChecking) return
    this.#isChecking = true
    const use = await this.#channel.use()
    this.#isChecking = false
    if (!use || !this.#isWaiting) return
    this.#secondsBefore ??= use.cpuSeconds
    if (use.bytes > mostBytes) void this.#stop(tooMuchMemory())
    else if (use.cpuSeconds - this.#secondsBefore > this.#seconds) void this.#stop(tooMuchTime())
  }
}

async function makeFolder(dataFolder: string): Promise<string> {
  const folder = readingFolder(dataFolder)
  await makePrivateFolder(folder)
  return mkdtemp(join(folder, 'file-')).catch((error: unknown) => {
    throw fileError(folder, error)
  })
}

function endedError(cause: unknown): AppError {
  if ((cause as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuchMemory()
  if (cause !== null) return AppError.from(cause)
  return new AppError('file-closed', 'The file is no longer being read. Choose it again.')
}

function tooMuchMemory(): AppError {
  return new AppError(
    'file-too-large',
    'Reading this file takes more memory than Mailroom allows. Save it as CSV or split it into smaller files, then import those.',
  )
}

function tooMuchTime(): AppError {
  return new AppError(
    'file-too-slow',
    'The file was taking too long to read, so the import was stopped. Export the file again or save it as CSV, then try again.',
  )
}
