import type { FileRef } from '#shared/contract/files.ts'
import type { FirstCommand } from '#shared/contract/host.ts'
import type { CommandName, CommandOutput } from '#shared/contract/table.ts'
import { EventStream } from './event-stream.ts'
import type { Host, InputArgument } from './host.ts'
import { outputOf, replyOf } from './reply.ts'
import { SessionKey } from './session-key.ts'
import { WayBack } from './way-back.ts'

type HttpInit = RequestInit & { headers?: Record<string, string> }

/** Browsers allow 64 KB of concurrent requests that outlive their page, and refuse more. */
const mostOutliving = 50_000
const json = { 'Content-Type': 'application/json' }
/** A program that accepts a connection and sends nothing doesn’t count as a host. */
const proofMilliseconds = 10_000

/**
 * The browser host, which takes calls by POST, sends events as a stream, and transfers files by PUT and GET. The
 * session key authenticates the page.
 */
export class HttpHost implements Host {
  readonly #key = new SessionKey()
  readonly #wayBack = new WayBack(location.host, post)
  /**
   * Whether the host has been away since its last response. If so, the next responder must first prove that it is the
   * same host.
   */
  #isLost = false
  #returning: Promise<void> | null = null
  readonly #events = new EventStream(() => this.#send('/events', { cache: 'no-store' }))
  /** Bytes in running requests that outlive the page. */
  #outliving = 0

  constructor() {
    this.#key.share(() => this.#events.link === 'up')
    this.#events.onLink((link) => {
      this.#key.hasHost(link === 'up')
      if (link === 'up') this.#agree()
      else this.#lose()
    })
  }

  readonly subscribe: Host['subscribe'] = (listener) => this.#events.subscribe(listener)
  // A page in a browser outlives its host, so changes that it could not save are saved when Mailroom is back.
  readonly onClosing: Host['onClosing'] = () => undefined
  readonly onLink: Host['onLink'] = (listener) => this.#events.onLink(listener)
  readonly reconnect: Host['reconnect'] = () => this.#events.reconnect()

  readonly isOfOtherBuild: Host['isOfOtherBuild'] = () => this.#wayBack.isOfOtherBuild

  readonly invoke = <Name extends CommandName>(
    name: Name,
    ...[input]: InputArgument<Name>
  ): Promise<CommandOutput<Name>> => this.#call<Name>(name, input)

  readonly first = async <Name extends FirstCommand>(name: Name): Promise<CommandOutput<Name>> => {
    await this.#key.value
    const reply = this.#key.first?.[name]
    return reply ? outputOf<CommandOutput<Name>>(reply) : this.#call<Name>(name)
  }

  readonly upload = (files: readonly File[]): Promise<FileRef[]> => {
    const put = (file: File) =>
      this.#ask<FileRef>(`/files?name=${encodeURIComponent(file.name)}`, { method: 'PUT', body: file })
    return Promise.all(files.map(put))
  }

  readonly save = async (token: string, name: string): Promise<boolean> => {
    const body = JSON.stringify({ token })
    const { ticket } = await this.#ask<{ ticket: string }>('/downloads', { method: 'POST', headers: json, body })
    const link = document.createElement('a')
    link.href = `/downloads/${ticket}`
    link.download = name
    link.click()
    return true
  }

  #call<Name extends CommandName>(name: Name, input?: unknown): Promise<CommandOutput<Name>> {
    const body = new TextEncoder().encode(JSON.stringify(input ?? null))
    // Settings and texts are displayed before they are saved, so the request must survive even if the page is closed
    // immediately afterwards.
    const keepalive = outlives(name) && this.#outliving + body.length < mostOutliving
    const size = keepalive ? body.length : 0
    this.#outliving += size
    return this.#ask<CommandOutput<Name>>(`/rpc/${name}`, { method: 'POST', headers: json, body, keepalive }).finally(
      () => (this.#outliving -= size),
    )
  }

  async #ask<Output>(path: string, init: HttpInit): Promise<Output> {
    await this.#key.value
    return replyOf(this.#send(path, init))
  }

  async #send(path: string, init: HttpInit): Promise<Response> {
    if (this.#isLost) await this.#comeBack()
    const shown = await this.#key.value
    const response = await this.#sendWith(shown, path, init)
    if (response.status === 401) return this.#sendWith(await this.#keyInPlaceOf(shown), path, init)
    this.#key.wasAccepted()
    return response
  }

  async #sendWith(key: string, path: string, init: HttpInit): Promise<Response> {
    try {
      return await sendWith(key, path, init)
    } catch (thrown) {
      this.#lose()
      throw thrown
    }
  }

  async #keyInPlaceOf(refused: string): Promise<string> {
    if (!this.#wayBack.isKnown) return this.#key.replace(refused)
    await this.#comeBack()
    return this.#key.value
  }

  /**
   * Does nothing for a page that no host has accepted: the page shows nothing yet, and its key is worthless once the
   * host has ended.
   */
  #lose(): void {
    if (this.#key.isAccepted) this.#isLost = true
  }

  /** Waits for the host to prove its identity. Calls made in the meantime wait for the same proof. */
  #comeBack(): Promise<void> {
    this.#returning ??= this.#wayBack
      .take()
      .then((key) => {
        this.#key.renew(key)
        this.#isLost = false
      })
      .finally(() => (this.#returning = null))
    return this.#returning
  }

  /**
   * Exchanges keys with the host if they have not been exchanged yet. A failed exchange is retried with the next
   * connection.
   */
  #agree(): void {
    if (this.#wayBack.isKnown) return
    const ask = (path: string, body: unknown) =>
      this.#ask<{ id: string; secret: string; build: string }>(path, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      })
    this.#wayBack.agree(ask).catch(() => undefined)
  }
}

function outlives(name: CommandName): boolean {
  return name === 'settings.change' || name === 'drafts.save'
}

function sendWith(key: string, path: string, init: HttpInit): Promise<Response> {
  const headers = { ...init.headers, Authorization: `Bearer ${key}` }
  // Sent without cookies, because other listeners on 127.0.0.1 may have set cookies.
  return fetch(path, { ...init, headers, credentials: 'omit', redirect: 'error' })
}

/** Sent without the key, because the responder may be foreign. */
function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(proofMilliseconds),
  })
}
