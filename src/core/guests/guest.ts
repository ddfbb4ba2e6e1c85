import type { Socket } from 'node:net'
import { isAbsolute } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { App } from '../create-app.ts'
import { dispatch } from '../dispatch.ts'
import { writeFrame } from './frames.ts'
import { question, type GuestQuestion, type Shown } from './wire.ts'

/** Events for a guest that does not read them wait in memory. A guest with this many bytes waiting is disconnected. */
const mostWaitingBytes = 64 * 1024 * 1024

export type Hosting = {
  readonly app: App
  /** Brings the host to the front. By default, the host has nothing to show. */
  readonly show?: (kind: 'link' | 'file') => Shown
}

type Asking<Kind extends GuestQuestion['ask']> = Extract<GuestQuestion, { ask: Kind }>

/**
 * One connection from a program that has proved that it belongs to the owner. Responds to the program’s requests and cleans
 * up when the connection ends.
 */
export class Guest {
  readonly #app: App
  readonly #show: NonNullable<Hosting['show']>
  readonly #socket: Socket
  readonly #calls = new Map<number, AbortController>()
  /** Cleanups to run when the connection ends: for held files, lent keys and event subscriptions. */
  readonly #endings = new Map<string, () => void>()
  readonly #left = new AbortController()

  constructor({ app, show = () => ({ how: 'nowhere' }) }: Hosting, socket: Socket) {
    this.#app = app
    this.#show = show
    this.#socket = socket
    socket.once('close', () => this.#leave())
  }

  receive(value: unknown): void {
    const parsed = question.safeParse(value)
    if (!parsed.success) return void this.#socket.destroy()
    const asked = parsed.data
    if (asked.ask === 'cancel') return this.#calls.get(asked.id)?.abort()
    this.#answer(asked).then(
      (output) => this.#write({ id: asked.id, output }),
      (thrown: unknown) => this.#write({ id: asked.id, error: AppError.from(thrown).toJSON() }),
    )
  }

  async #answer(asked: Exclude<GuestQuestion, { ask: 'cancel' }>): Promise<unknown> {
    switch (asked.ask) {
      case 'call':
        return this.#call(asked)
      case 'listen':
        return this.#listen()
      case 'register':
        return this.#register(asked)
      case 'hold':
        return this.#hold(asked.token)
      case 'letGo':
        return this.#end(`file ${asked.token}`)
      case 'lendKey':
        return this.#lendKey(asked)
      case 'show':
        return this.#show(asked.kind)
      case 'ping':
        return null
    }
  }

  async #call({ id, name, input }: Asking<'call'>): Promise<unknown> {
    const call = new AbortController()
    this.#calls.set(id, call)
    try {
      return await dispatch(this.#app, name, input, { signal: call.signal, left: this.#left.signal })
    } finally {
      this.#calls.delete(id)
    }
  }

  #listen(): void {
    const stop = this.#app.subscribe((event) => {
      if (this.#socket.writableLength > mostWaitingBytes) this.#socket.destroy()
      else this.#write({ event })
    })
    this.#endings.set('events', stop)
  }

  async #register({ path, name }: Asking<'register'>): Promise<unknown> {
    if (!isAbsolute(path)) throw new AppError('invalid-input', 'A file path has to be absolute.')
    return this.#app.files.register(path, name === undefined ? {} : { name })
  }

  #hold(token: string): unknown {
    const { path, name, size, [Symbol.dispose]: letGo } = this.#app.files.hold(token)
    this.#end(`file ${token}`)
    this.#endings.set(`file ${token}`, letGo)
    return { path, name, size }
  }

  async #lendKey({ accountId, key }: Asking<'lendKey'>): Promise<void> {
    const takeBack = await this.#app.lendKey(accountId, key)
    if (this.#socket.destroyed) takeBack()
    else this.#endings.set(`key ${accountId}`, takeBack)
  }

  #end(name: string): void {
    this.#endings.get(name)?.()
    this.#endings.delete(name)
  }

  #leave(): void {
    for (const call of this.#calls.values()) call.abort()
    for (const name of this.#endings.keys()) this.#end(name)
    this.#left.abort()
  }

  #write(value: object): void {
    writeFrame(this.#socket, value)
  }
}
