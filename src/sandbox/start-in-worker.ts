import { Worker } from 'node:worker_threads'
import type { ControlChange } from './control/control.ts'
import {
  controlMethods,
  type ControlMethod,
  type FromWorker,
  type RemoteControl,
  type SandboxAccess,
  type ToWorker,
  type WorkerOptions,
} from './worker-messages.ts'

export type SandboxInWorker = SandboxAccess & {
  control: RemoteControl
  /** Told that requests came in, at most some times a second; `control.requests()` has them. */
  onActivity: (listener: () => void) => () => void
  /** Told what was changed at the controls, before the answer to whoever did. */
  onChange: (listener: (change: ControlChange) => void) => () => void
  /** Told when the worker ended without being asked to. */
  onEnd: (listener: (reason: string) => void) => () => void
  close: () => Promise<void>
}

export type StartOptions = WorkerOptions & {
  /** Code of the worker thread: `Paths.worker('sandbox')`. */
  worker: URL
  /** Ends a start that is under way, which may be the planting of a million messages: it is one transaction. */
  signal?: AbortSignal
}

/**
 * Left alone, V8 lets short-lived rows of a large export pile up: xlsx of a million records then takes 300 MB, of which
 * 60 are alive.
 */
const youngGenerationMb = 48

/** Milliseconds; a quit should not wait longer for a sandbox. */
const closingPatience = 3000

type Waiting = {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** Runs a sandbox in a thread of its own, so that a million messages being planted do not hold up a window. */
export async function startInWorker({ worker: code, signal, ...options }: StartOptions): Promise<SandboxInWorker> {
  signal?.throwIfAborted()
  const worker = new Worker(code, {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  })
  const calls = new Calls(worker)
  const activity = new Set<() => void>()
  const changes = new Set<(change: ControlChange) => void>()
  const ends = new Set<(reason: string) => void>()
  let isClosing = false
  let lastError = 'The thread of the sandbox ended.'
  const giveUp = (): void => void worker.terminate()
  signal?.addEventListener('abort', giveUp, { once: true })

  const ready = await new Promise<Extract<FromWorker, { type: 'ready' }>>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') resolve(message)
      else if (message.type === 'failed') reject(Object.assign(new Error(message.message), { code: message.code }))
      else if (message.type === 'activity') for (const listener of activity) listener()
      else if (message.type === 'changed') for (const listener of changes) listener(message.change)
      else if (message.type === 'error') lastError = message.message
      else calls.settle(message)
    })
    worker.on('error', (error) => {
      lastError = error instanceof Error ? error.message : String(error)
      reject(error)
    })
    worker.on('exit', () => {
      reject(signal?.aborted ? (signal.reason as Error) : new Error(lastError))
      calls.end(lastError)
      if (!isClosing) for (const listener of ends) listener(lastError)
    })
  }).finally(() => signal?.removeEventListener('abort', giveUp))

  return {
    ...ready.access,
    control: calls.control(),
    onActivity: (listener) => subscribe(activity, listener),
    onChange: (listener) => subscribe(changes, listener),
    onEnd: (listener) => subscribe(ends, listener),
    async close() {
      isClosing = true
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      if (calls.isEnded) return
      worker.postMessage({ type: 'close' } satisfies ToWorker)
      // Filling a million messages does not listen meanwhile. Ended by force it loses only what was not committed.
      const patience = setTimeout(() => void worker.terminate(), closingPatience)
      await ended
      clearTimeout(patience)
    },
  }
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Questions to the worker and their answers. */
class Calls {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #count = 0
  #ended: string | undefined

  constructor(worker: Worker) {
    this.#worker = worker
  }

  get isEnded(): boolean {
    return this.#ended !== undefined
  }

  control(): RemoteControl {
    const entries = controlMethods.map((method) => [method, (...given: unknown[]) => this.#call(method, given)])
    return Object.fromEntries(entries) as RemoteControl
  }

  settle(message: FromWorker): void {
    if (message.type !== 'result' && message.type !== 'refused') return
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.type === 'result') waiting?.resolve(message.value)
    else waiting?.reject(new Error(message.message))
  }

  end(reason: string): void {
    this.#ended = reason
    for (const { reject } of this.#waiting.values()) reject(new Error(reason))
    this.#waiting.clear()
  }

  #call(method: ControlMethod, given: unknown[]): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(new Error(this.#ended))
    return new Promise((resolve, reject) => {
      const id = ++this.#count
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ type: 'call', id, method, given } satisfies ToWorker)
    })
  }
}
