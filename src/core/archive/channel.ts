import { Worker } from 'node:worker_threads'
import { AppError, type AppErrorShape } from '#shared/contract/error.ts'
import type { WorkerData } from './methods.ts'

/** `given` are the buffers among the values that nobody else has. */
export type CallMessage = { id: number; method: string; values: unknown[]; given: readonly ArrayBuffer[] }
export type ReplyMessage = { id: number; result?: unknown; error?: AppErrorShape }

/** An answer whose buffers are given away instead of being copied. */
export class Handed<Content> {
  readonly content: Content
  readonly buffers: readonly ArrayBuffer[]

  constructor(content: Content, buffers: readonly ArrayBuffer[]) {
    this.content = content
    this.buffers = buffers
  }
}

export function closedError(cause?: unknown): AppError {
  return new AppError('archive-closed', 'The archive of this account is closed.', { cause })
}

/** What a call of this method answers in the end. */
type Answer<Method extends (...values: never[]) => unknown> =
  Awaited<ReturnType<Method>> extends Handed<infer Content> ? Content : Awaited<ReturnType<Method>>

/** `close` is the last that a worker answers to. */
export type Methods = Record<string, (...values: never[]) => unknown> & { close(): void }
type Waiting = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

/**
 * New objects are records on their way to the disk: a larger nursery only holds more of them. Below two gigabytes V8 also
 * lets the rest of the heap grow in small steps: 65 MB in an import instead of 150. More than a gigabyte nothing needs.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 }

/** Calls into a worker, typed by the methods it answers to. */
export class Channel<Calls extends Methods> {
  readonly #worker: Worker
  readonly #exited: Promise<void>
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #ended: AppError | null = null

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', ({ id, result, error }: ReplyMessage) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error) waiting?.reject(AppError.fromJSON(error))
      else waiting?.resolve(result)
    })
    worker.on('error', (error) => this.#end(error))
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#end(null)
        resolve()
      })
    })
  }

  /** Resolves when the worker has its file open. */
  static async open<Calls extends Methods>(url: URL, workerData: WorkerData): Promise<Channel<Calls>> {
    const name = `archive ${workerData.role}`
    const channel = new Channel<Calls>(new Worker(url, { workerData, name, resourceLimits }))
    try {
      await channel.#wait(0)
      return channel
    } catch (error) {
      await channel.close().catch(() => undefined)
      throw error
    }
  }

  call<Name extends keyof Calls & string>(
    method: Name,
    ...values: Parameters<Calls[Name]>
  ): Promise<Answer<Calls[Name]>> {
    return this.hand([], method, ...values)
  }

  /** A call that gives buffers away instead of copying them. */
  async hand<Name extends keyof Calls & string>(
    transfer: readonly ArrayBuffer[],
    method: Name,
    ...values: Parameters<Calls[Name]>
  ): Promise<Answer<Calls[Name]>> {
    return (await this.#ask(transfer, method, values)) as Answer<Calls[Name]>
  }

  /** After all that was asked before. The thread ends by itself: stopped on its way out, it may take the process with it. */
  async close(): Promise<void> {
    try {
      await this.#ask([], 'close', [])
    } finally {
      await this.#exited
    }
  }

  async #ask(transfer: readonly ArrayBuffer[], method: string, values: unknown[]): Promise<unknown> {
    if (this.#ended) throw this.#ended
    const id = ++this.#last
    const answer = this.#wait(id)
    this.#worker.postMessage({ id, method, values, given: transfer } satisfies CallMessage, transfer)
    return answer
  }

  #wait(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #end(cause: unknown): void {
    this.#ended ??= closedError(cause)
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}
