import { AppError, type AppErrorShape } from '#shared/contract/base/error.ts'
import { keychainStates, type KeychainState } from '#shared/contract/keychain.ts'
import { closingError } from '../base/closing.ts'
import type { SecretStore } from '../base/ports.ts'
import { keychainError } from './keychain-sentences.ts'

/** Calls accepted by the process that loads the keychain library. */
export type KeychainMethods = {
  probe(): Promise<null>
  get(id: string): Promise<string | null>
  set(id: string, secret: string): Promise<null>
  delete(id: string): Promise<null>
}

export type KeychainCall = {
  readonly number: number
  readonly method: keyof KeychainMethods
  readonly values: readonly string[]
}
export type KeychainReply = { readonly number: number } & (
  { readonly value: string | null } | { readonly error: AppErrorShape }
)

/**
 * A running process. Secrets are passed only in messages, because other programs can read its arguments and environment.
 */
export type KeychainChild = {
  send(call: KeychainCall): void
  /** Ends the process immediately, whatever it is waiting for. */
  kill(): void
}

type Listeners = { onReply(reply: KeychainReply): void; onExit(): void }

export type StartKeychain = (listeners: Listeners) => KeychainChild

type Waiting = { readonly call: KeychainCall } & Pick<PromiseWithResolvers<string | null>, 'resolve' | 'reject'>

type KeychainOptions = {
  readonly start: StartKeychain
  /** How long a person may take to respond to the keychain’s prompt. */
  readonly timeout?: number
}

/** How long an idle process is kept. Between calls, it only takes up memory. */
const idleMilliseconds = 10_000

/**
 * The keychain in a separate process. A keychain that hangs blocks only that process: it gets one request at a time and is
 * ended if it does not respond in time. The next call starts a new process.
 */
export class KeychainProcess implements SecretStore {
  readonly #start: StartKeychain
  readonly #timeout: number
  readonly #waiting: Waiting[] = []
  #current: Waiting | null = null
  #child: KeychainChild | null = null
  #timer: NodeJS.Timeout | undefined
  #count = 0
  #isClosed = false

  constructor({ start, timeout = 30_000 }: KeychainOptions) {
    this.#start = start
    this.#timeout = timeout
  }

  async state(): Promise<KeychainState> {
    try {
      await this.#ask('probe')
      return 'available'
    } catch (error) {
      return keychainStateOf(error)
    }
  }

  get(id: string): Promise<string | null> {
    return this.#ask('get', id)
  }

  async set(id: string, secret: string): Promise<void> {
    await this.#ask('set', id, secret)
  }

  async delete(id: string): Promise<void> {
    await this.#ask('delete', id)
  }

  close(): void {
    this.#isClosed = true
    this.#end(closingError())
  }

  #ask(method: keyof KeychainMethods, ...values: string[]): Promise<string | null> {
    if (this.#isClosed) return Promise.reject(closingError())
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    this.#waiting.push({ call: { number: ++this.#count, method, values }, resolve, reject })
    if (this.#current === null) this.#next()
    return promise
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#current = this.#waiting.shift() ?? null
    if (this.#current === null) {
      this.#timer = setTimeout(() => this.#stopChild(), idleMilliseconds).unref()
      return
    }
    // If this call times out, the queued calls fail as well, because they would only hang too.
    this.#timer = setTimeout(() => this.#end(keychainError('timed-out')), this.#timeout)
    try {
      this.#child ??= this.#startChild()
      this.#child.send(this.#current.call)
    } catch (error) {
      this.#end(keychainError('no-service', error))
    }
  }

  #startChild(): KeychainChild {
    const child = this.#start({
      onReply: (reply) => {
        if (this.#child === child) this.#settle(reply)
      },
      // If the library crashes, its process ends too: pending calls fail, and queued calls get a new process.
      onExit: () => {
        if (this.#child !== child) return
        this.#child = null
        this.#current?.reject(keychainError('no-service', 'the process of the keychain ended'))
        if (this.#current) this.#next()
      },
    })
    return child
  }

  #settle(reply: KeychainReply): void {
    const current = this.#current
    if (current?.call.number !== reply.number) return
    if ('error' in reply) current.reject(AppError.fromJSON(reply.error))
    else current.resolve(reply.value)
    this.#next()
  }

  #end(reason: AppError): void {
    clearTimeout(this.#timer)
    this.#stopChild()
    this.#current?.reject(reason)
    this.#current = null
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  #stopChild(): void {
    const child = this.#child
    this.#child = null
    child?.kill()
  }
}

function keychainStateOf(error: unknown): KeychainState {
  return keychainStates.find((state) => AppError.from(error).code === `keychain-${state}`) ?? 'no-service'
}
