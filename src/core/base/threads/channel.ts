import { Worker, type ResourceLimits } from 'node:worker_threads'
import { AppError, type AppErrorShape } from '#shared/contract/base/error.ts'

/** `transferred` contains the buffers in the values that were moved to this thread instead of being copied. */
export type CallMessage = { id: number; method: string; values: unknown[]; transferred: readonly ArrayBuffer[] }
export type ReplyMessage = { id: number; result?: unknown; error?: AppErrorShape }

/** A result whose buffers are moved to the other thread instead of being copied. */
export class Transferred<Content> {
  readonly content: Content
  readonly buffers: readonly ArrayBuffer[]

  constructor(content: Content, buffers: readonly ArrayBuffer[]) {
    this.content = content
    this.buffers = buffers
  }
}

type ResultOf<Method extends (...values: never[]) => unknown> =
  Awaited<ReturnType<Method>> extends infer Result
    ? Result extends Transferred<infer Content>
      ? Content
      : Result
    : never

/** `close` is the last call that a worker accepts. */
export type Methods = Record<string, (...values: never[]) => unknown> & { close(): void | Promise<void> }
type Waiting = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

export type ThreadOptions = {
  /** `Paths.worker(name)`. */
  readonly code: URL
  readonly name: string
  readonly workerData: unknown
  readonly resourceLimits: ResourceLimits
  /**
   * Creates the error with which calls are rejected once the thread has ended. The cause is null if nothing went wrong in
   * the thread.
   */
  readonly endedError: (cause: unknown) => unknown
}

/** The resources used by a thread since its start. */
export type ThreadUse = { readonly cpuSeconds: number; readonly bytes: number }

const patienceMilliseconds = 250
const endingMilliseconds = 2000

export class Channel<Calls extends Methods> {
  readonly #worker: Worker
  readonly #exited: Promise<void>
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #ended: { readonly reason: unknown } | null = null
  #hasExited = false

  private constructor({ code, endedError, ...options }: ThreadOptions) {
    const worker = new Worker(code, options)
    this.#worker = worker
    worker.on('message', ({ id, result, error }: ReplyMessage) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error) waiting?.reject(AppError.fromJSON(error))
      else waiting?.resolve(result)
    })
    worker.on('error', (error) => this.#end(endedError(error)))
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#hasExited = true
        this.#end(endedError(null))
        resolve()
      })
    })
  }

  /** Resolves when the worker is ready for calls. An abort ends the worker immediately. */
  static async open<Calls extends Methods>(options: ThreadOptions, signal?: AbortSignal): Promise<Channel<Calls>> {
    signal?.throwIfAborted()
    const channel = new Channel<Calls>(options)
    const giveUp = () => void channel.stop(signal?.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      await channel.#wait(0)
      return channel
    } catch (error) {
      await channel.close().catch(() => undefined)
      throw error
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  call<Name extends keyof Calls & string>(
    method: Name,
    ...values: Parameters<Calls[Name]>
  ): Promise<ResultOf<Calls[Name]>> {
    return this.transfer([], method, ...values)
  }

  /** Calls a method and moves these buffers to the worker instead of copying them. */
  async transfer<Name extends keyof Calls & string>(
    buffers: readonly ArrayBuffer[],
    method: Name,
    ...values: Parameters<Calls[Name]>
  ): Promise<ResultOf<Calls[Name]>> {
    return (await this.#ask(buffers, method, values)) as ResultOf<Calls[Name]>
  }

  /**
   * The resources used by the thread so far; null once it has ended. Works even while the thread is busy and accepts no
   * calls.
   */
  async use(): Promise<ThreadUse | null> {
    try {
      const [cpu, heap] = await Promise.all([this.#worker.cpuUsage(), this.#worker.getHeapStatistics()])
      return { cpuSeconds: (cpu.user + cpu.system) / 1e6, bytes: heap.used_heap_size + heap.external_memory }
    } catch {
      return null
    }
  }

  /**
   * Closes the thread after all earlier calls. The thread is left to end by itself, because terminating a thread that
   * is ending may crash the process.
   */
  async close(): Promise<void> {
    try {
      await this.#ask([], 'close', [])
    } finally {
      await this.#exited
    }
  }

  /**
   * Closes the thread. If it has not closed within this time, for example because a server no longer responds, it is
   * terminated. Only for threads that lose nothing when they are terminated.
   */
  async closeWithin(milliseconds: number): Promise<void> {
    const isReplied = await within(milliseconds, this.#ask([], 'close', []))
    // A thread that has replied ends by itself, unless something keeps it running.
    const isEnded = await within(isReplied ? endingMilliseconds : 0, this.#exited)
    if (!isEnded) await this.#worker.terminate()
  }

  /**
   * Stops the thread immediately: pending calls are rejected with the reason. The thread may still close its open files. If
   * it does not respond, it is terminated, so this is only for threads that write nothing.
   */
  async stop(reason: unknown): Promise<void> {
    if (this.#hasExited) return
    this.#end(reason)
    // Once the thread has replied to `close`, it is ending by itself and must not be terminated.
    const isClosing = await within(patienceMilliseconds, this.#post([], 'close', []))
    if (!isClosing) await this.#worker.terminate()
    await this.#exited
  }

  async #ask(buffers: readonly ArrayBuffer[], method: string, values: unknown[]): Promise<unknown> {
    if (this.#ended) throw this.#ended.reason
    return this.#post(buffers, method, values)
  }

  #post(buffers: readonly ArrayBuffer[], method: string, values: unknown[]): Promise<unknown> {
    const id = ++this.#last
    const reply = this.#wait(id)
    this.#worker.postMessage({ id, method, values, transferred: buffers } satisfies CallMessage, buffers)
    return reply
  }

  #wait(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #end(reason: unknown): void {
    this.#ended ??= { reason }
    for (const { reject } of this.#waiting.values()) reject(this.#ended.reason)
    this.#waiting.clear()
  }
}

/** Whether the work ends within this time, successfully or not. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const patience = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => patience.resolve(false), milliseconds)
  const ended = work.then(
    () => true,
    () => true,
  )
  const isEnded = await Promise.race([ended, patience.promise])
  clearTimeout(timer)
  return isEnded
}
