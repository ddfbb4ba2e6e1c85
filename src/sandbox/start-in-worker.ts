import { Worker } from 'node:worker_threads'
import { Listeners } from './base/listeners.ts'
import type { ControlChange } from './control/types.ts'
import {
  controlMethods,
  snapshotMethods,
  replyMethods,
  webhookMethods,
  type FromWorker,
  type RemoteControl,
  type RemoteMethod,
  type SandboxAccess,
  type ToWorker,
  type WorkerOptions,
} from './worker-messages.ts'

export type SandboxInWorker = SandboxAccess & {
  control: RemoteControl
  /** Calls `listener`, at most ten times a second, after new requests, replies or changes of messages. */
  onActivity: (listener: () => void) => () => void
  /** Calls `listener` for each change made through `control`, before the caller gets the result. */
  onChange: (listener: (change: ControlChange) => void) => () => void
  /** Calls `listener` when the worker has ended unexpectedly. */
  onEnd: (listener: (reason: string) => void) => () => void
  close: () => Promise<void>
}

export type StartOptions = WorkerOptions & {
  /** The worker thread’s code: `Paths.worker('sandbox')`. */
  worker: URL
  /** Cancels the start, which may take a while to write a million messages in a single transaction. */
  signal?: AbortSignal
}

/**
 * In MB. Without this limit, the rows of an xlsx export with a million records would make V8 grow to 300 MB, although
 * only 60 MB are in use.
 */
const youngGenerationMb = 48

/** How many milliseconds the app waits for the sandbox when it quits. */
const closeTimeout = 3000

/** Runs a sandbox in a separate thread, so that windows stay responsive while a million messages are filled in. */
export async function startInWorker({ worker: code, signal, ...options }: StartOptions): Promise<SandboxInWorker> {
  signal?.throwIfAborted()
  const thread = new SandboxThread(code, options)
  const cancel = (): void => thread.terminate()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const access = await thread.ready(signal)
    return {
      ...access,
      control: thread.control(),
      onActivity: (listener) => thread.activity.add(listener),
      onChange: (listener) => thread.changes.add(listener),
      onEnd: (listener) => thread.ends.add(listener),
      close: () => thread.close(),
    }
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

class SandboxThread {
  readonly activity = new Listeners()
  readonly changes = new Listeners<[ControlChange]>()
  readonly ends = new Listeners<[reason: string]>()
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #count = 0
  #lastError = 'The sandbox stopped unexpectedly. Start it again.'
  #isClosing = false
  #hasEnded = false

  constructor(code: URL, options: WorkerOptions) {
    this.#worker = new Worker(code, {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    })
    this.#worker.on('error', (error) => {
      this.#lastError = error instanceof Error ? error.message : String(error)
    })
    this.#worker.on('exit', () => this.#ended())
  }

  /** Resolves when the sandbox listens; rejects if it cannot start or the thread ends first. */
  ready(signal: AbortSignal | undefined): Promise<SandboxAccess> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve(message.access)
        else if (message.type === 'failed') reject(Object.assign(new Error(message.message), { code: message.code }))
        else this.#take(message)
      })
      this.#worker.on('error', reject)
      this.#worker.on('exit', () => reject(signal?.aborted ? (signal.reason as Error) : new Error(this.#lastError)))
    })
  }

  control(): RemoteControl {
    const asked = (method: RemoteMethod) => [method.method, (...given: unknown[]) => this.#call(method, given)]
    return {
      ...Object.fromEntries(controlMethods.map((method) => asked({ of: 'control', method }))),
      snapshots: Object.fromEntries(snapshotMethods.map((method) => asked({ of: 'snapshots', method }))),
      replies: Object.fromEntries(replyMethods.map((method) => asked({ of: 'replies', method }))),
      webhooks: Object.fromEntries(webhookMethods.map((method) => asked({ of: 'webhooks', method }))),
    } as RemoteControl
  }

  terminate(): void {
    void this.#worker.terminate()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#hasEnded) return
    const ended = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.postMessage({ type: 'close' } satisfies ToWorker)
    // While the thread is loading a scenario, it can’t read the message to close. Terminating it loses only uncommitted
    // work.
    const timer = setTimeout(() => this.terminate(), closeTimeout)
    await ended
    clearTimeout(timer)
  }

  #take(message: FromWorker): void {
    if (message.type === 'activity') this.activity.emit()
    else if (message.type === 'changed') this.changes.emit(message.change)
    else if (message.type === 'error') this.#lastError = message.message
    else if (message.type === 'result') this.#settle(message.id)?.resolve(message.value)
    else if (message.type === 'refused') this.#settle(message.id)?.reject(new Error(message.message))
  }

  #settle(id: number): PromiseWithResolvers<unknown> | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #ended(): void {
    this.#hasEnded = true
    for (const { reject } of this.#waiting.values()) reject(new Error(this.#lastError))
    this.#waiting.clear()
    if (!this.#isClosing) this.ends.emit(this.#lastError)
  }

  #call(method: RemoteMethod, given: unknown[]): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(new Error(this.#lastError))
    const call = Promise.withResolvers<unknown>()
    const id = ++this.#count
    this.#waiting.set(id, call)
    this.#worker.postMessage({ type: 'call', id, ...method, given } satisfies ToWorker)
    return call.promise
  }
}
