import type { FileRef } from '#shared/contract/files.ts'
import { EventStream } from './event-stream.ts'
import type { Host } from './host.ts'
import { replyOf } from './reply.ts'
import { SessionKey } from './session-key.ts'

type HttpInit = RequestInit & { headers?: Record<string, string> }

/** The platform takes 64 KB of such at a time, and refuses what is more. */
const mostOutliving = 50_000

/** The browser host: calls by POST, events as a stream, files by PUT and GET. The session's key is the page's proof. */
export function createHttpHost(): Host {
  const key = new SessionKey()
  const events = new EventStream(() => send('/events', { cache: 'no-store' }))
  key.share(() => events.link === 'up')
  /** Bytes on their way that outlive the page. */
  let outliving = 0

  async function send(path: string, init: HttpInit): Promise<Response> {
    const shown = await key.value
    const response = await sendWith(shown, path, init)
    if (response.status === 401) return sendWith(await key.replace(shown), path, init)
    key.wasAccepted()
    return response
  }

  function sendWith(shown: string, path: string, init: HttpInit): Promise<Response> {
    const headers = { ...init.headers, Authorization: `Bearer ${shown}` }
    // No cookies: whatever another listener on 127.0.0.1 filled the jar with stays out of every call.
    return fetch(path, { ...init, headers, credentials: 'omit' })
  }

  async function ask<Output>(path: string, init: HttpInit): Promise<Output> {
    await key.value
    return replyOf(send(path, init))
  }

  const json = { 'Content-Type': 'application/json' }
  return {
    invoke(name, ...[input]) {
      const body = new TextEncoder().encode(JSON.stringify(input ?? null))
      // Shown at once and saved behind: also when the page is closed the moment after.
      const keepalive = name === 'settings.change' && outliving + body.length < mostOutliving
      const size = keepalive ? body.length : 0
      outliving += size
      return ask<never>(`/rpc/${name}`, { method: 'POST', headers: json, body, keepalive }).finally(
        () => (outliving -= size),
      )
    },
    subscribe: (listener) => events.subscribe(listener),
    upload: (files) =>
      Promise.all(
        files.map((file) =>
          ask<FileRef>(`/files?name=${encodeURIComponent(file.name)}`, { method: 'PUT', body: file }),
        ),
      ),
    async save(token, name) {
      const body = JSON.stringify({ token })
      const { ticket } = await ask<{ ticket: string }>('/downloads', { method: 'POST', headers: json, body })
      const link = document.createElement('a')
      link.href = `/downloads/${ticket}`
      link.download = name
      link.click()
      return true
    },
    onLink: (listener) => events.onLink(listener),
  }
}
