import { connect, type Socket } from 'node:net'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { SocketKey } from './guests.ts'
import { isProof, newNonce, proofOf } from './proof.ts'
import {
  answer,
  hostProof,
  mostFrameBytes,
  mostGreetingBytes,
  shown,
  welcome,
  type GuestQuestion,
  type Shown,
} from './wire.ts'

type Asked = GuestQuestion extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never
type Waiting = Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>

export type Patience = {
  readonly proof: number
  /** The time between two pings of the host in milliseconds, and how many pings it may miss. */
  readonly ping: number
  readonly missed: number
}
const usualPatience: Patience = { proof: 5000, ping: 5000, missed: 6 }

/** A connection to the app that holds the data folder, from the requesting program’s side. */
export class Visit {
  /** Resolves with the reason once either side has ended the connection. */
  readonly ended: Promise<AppError>
  readonly #socket: Socket
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<(event: AppEvent) => void>()
  #count = 0
  #unanswered = 0
  #isListening = false
  /** Why the connection ended, for later calls; null while it is open. */
  #end: AppError | null = null

  private constructor(socket: Socket, { ping, missed }: Patience) {
    this.#socket = socket
    // Missed pings are counted, not timed, so that a computer that was asleep has missed none.
    const timer = setInterval(() => {
      this.#unanswered += 1
      if (this.#unanswered > missed) this.#finish(hangs())
      else this.#write({ ask: 'ping', id: 0 })
    }, ping)
    const { promise, resolve } = Promise.withResolvers<AppError>()
    this.ended = promise
    socket.once('close', () => {
      clearInterval(timer)
      resolve(this.#finish(hasEnded()))
    })
  }

  /** Rejects if nobody responds, or if the other side isn’t the owner’s Mailroom. In either case, no request was sent. */
  static async begin({ path, secret }: SocketKey, patience = usualPatience): Promise<Visit> {
    const socket = connect(path)
    const { promise, resolve, reject } = Promise.withResolvers<Visit>()
    const ofGuest = newNonce()
    let isProved = false
    let visit: Visit | null = null
    const reading = readFrames(socket, mostGreetingBytes, (value) => {
      if (visit) return visit.#receive(value)
      if (isProved && welcome.safeParse(value).success) {
        reading.limit = mostFrameBytes
        visit = new Visit(socket, patience)
        return resolve(visit)
      }
      const given = hostProof.safeParse(value)
      const nonces = { ofGuest, ofHost: given.data?.nonce ?? '' }
      if (!given.success || !isProof(given.data.proof, proofOf('host', secret, nonces))) return void socket.destroy()
      isProved = true
      writeFrame(socket, { proof: proofOf('guest', secret, nonces) })
    })
    const late = setTimeout(() => socket.destroy(), patience.proof)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => reject(hasEnded()))
    socket.once('connect', () => writeFrame(socket, { mailroom: 1, nonce: ofGuest }))
    try {
      return await promise
    } finally {
      clearTimeout(late)
    }
  }

  /** Calls a command of the contract. Its output was checked by the host. */
  call(name: string, input: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted()
    const { id, output } = this.#ask({ ask: 'call', name, input })
    const cancel = (): void => this.#write({ ask: 'cancel', id })
    signal.addEventListener('abort', cancel, { once: true })
    return output.finally(() => signal.removeEventListener('abort', cancel))
  }

  /** Passes on every event from now on; returns a function to unsubscribe. */
  subscribe(listener: (event: AppEvent) => void): () => void {
    this.#listeners.add(listener)
    if (!this.#isListening) {
      this.#isListening = true
      this.#ask({ ask: 'listen' }).output.catch(() => undefined)
    }
    return () => void this.#listeners.delete(listener)
  }

  async register(path: string, name?: string): Promise<{ readonly token: string }> {
    return (await this.#ask({ ask: 'register', path, name }).output) as { token: string }
  }

  /** A token’s file, which is kept until it is released. */
  async hold(token: string): Promise<{ readonly path: string } & Disposable> {
    const { path } = (await this.#ask({ ask: 'hold', token }).output) as { path: string }
    const letGo = (): void => void this.#ask({ ask: 'letGo', token }).output.catch(() => undefined)
    return { path, [Symbol.dispose]: letGo }
  }

  async lendKey(accountId: string, key: string): Promise<void> {
    await this.#ask({ ask: 'lendKey', accountId, key }).output
  }

  async show(kind: 'link' | 'file'): Promise<Shown> {
    return shown.parse(await this.#ask({ ask: 'show', kind }).output)
  }

  end(): void {
    this.#socket.end()
    this.#socket.unref()
  }

  #ask(asked: Asked): { readonly id: number; readonly output: Promise<unknown> } {
    const id = ++this.#count
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#end) reject(this.#end)
    else {
      this.#waiting.set(id, { resolve, reject })
      this.#write({ ...asked, id })
    }
    return { id, output: promise }
  }

  #write(asked: object): void {
    writeFrame(this.#socket, asked)
  }

  #receive(value: unknown): void {
    this.#unanswered = 0
    const given = answer.safeParse(value)
    if (!given.success) return void this.#socket.destroy()
    if ('event' in given.data) {
      for (const listener of this.#listeners) listener(given.data.event as unknown as AppEvent)
      return
    }
    const waiting = this.#waiting.get(given.data.id)
    this.#waiting.delete(given.data.id)
    if ('error' in given.data) waiting?.reject(AppError.fromJSON(given.data.error))
    else waiting?.resolve(given.data.output)
  }

  #finish(reason: AppError): AppError {
    this.#end ??= reason
    for (const { reject } of this.#waiting.values()) reject(this.#end)
    this.#waiting.clear()
    this.#socket.destroy()
    return this.#end
  }
}

function hasEnded(): AppError {
  return new AppError('host-ended', 'The running Mailroom quit before the command was finished.')
}

function hangs(): AppError {
  return new AppError(
    'host-hangs',
    'The running Mailroom that uses this data folder no longer responds. Quit Mailroom, and try again.',
  )
}
