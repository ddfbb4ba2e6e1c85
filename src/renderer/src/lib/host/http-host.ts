import type { FileRef } from '#shared/contract/files.ts'
import type { CommandName, CommandOutput } from '#shared/contract/table.ts'
import { EventStream } from './event-stream.ts'
import type { Host, InputArgument } from './host.ts'
import { replyOf } from './reply.ts'
import { SessionKey } from './session-key.ts'

type HttpInit = RequestInit & { headers?: Record<string, string> }

/** Browsers allow 64 KB of requests that outlive their page at a time, and refuse more. */
const mostOutliving = 50_000
const json = { 'Content-Type': 'application/json' }

/** The browser host: calls by POST, events as a stream, files by PUT and GET. The session's key is the page's proof. */
export class HttpHost implements Host {
  readonly #key = new SessionKey()
  readonly #events = new EventStream(() => this.#send('/events', { cache: 'no-store' }))
  readonly opened: Promise<void> = this.#key.value.then(
    () => undefined,
    () => undefined,
  )
  /** Bytes of the running requests that outlive the page. */
  #outliving = 0

  constructor() {
    this.#key.share(() => this.#events.link === 'up')
  }

  readonly subscribe: Host['subscribe'] = (listener) => this.#events.subscribe(listener)
  readonly onLink: Host['onLink'] = (listener) => this.#events.onLink(listener)

  readonly invoke = <Name extends CommandName>(
    name: Name,
    ...[input]: InputArgument<Name>
  ): Promise<CommandOutput<Name>> => {
    const body = new TextEncoder().encode(JSON.stringify(input ?? null))
    // A setting or a text is shown before it is saved: it is saved even when the page is closed the moment after.
    const keepalive = outlives(name) && this.#outliving + body.length < mostOutliving
    const size = keepalive ? body.length : 0
    this.#outliving += size
    return this.#ask<CommandOutput<Name>>(`/rpc/${name}`, { method: 'POST', headers: json, body, keepalive }).finally(
      () => (this.#outliving -= size),
    )
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

  async #ask<Output>(path: string, init: HttpInit): Promise<Output> {
    await this.#key.value
    return replyOf(this.#send(path, init))
  }

  async #send(path: string, init: HttpInit): Promise<Response> {
    const shown = await this.#key.value
    const response = await sendWith(shown, path, init)
    if (response.status === 401) return sendWith(await this.#key.replace(shown), path, init)
    this.#key.wasAccepted()
    return response
  }
}

function outlives(name: CommandName): boolean {
  return name === 'settings.change' || name === 'compose.saveDraft'
}

function sendWith(key: string, path: string, init: HttpInit): Promise<Response> {
  const headers = { ...init.headers, Authorization: `Bearer ${key}` }
  // Without cookies: what other listeners on 127.0.0.1 put into the jar stays out of every call.
  return fetch(path, { ...init, headers, credentials: 'omit' })
}
