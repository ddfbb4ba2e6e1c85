import { AppError } from '#shared/contract/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { FileRef } from '#shared/contract/files.ts'
import type { Reply } from '#shared/contract/host.ts'
import type { Host } from './host.ts'

/** The platform takes 64 KB of such at a time, and refuses what is more. */
const mostOutliving = 50_000

/** The browser host: calls by POST, events as a stream, files by PUT and GET. The cookie is the page's proof. */
export function createHttpHost(): Host {
  const events = new EventSource('/events')
  /** Bytes on their way that outlive the page. */
  let outliving = 0

  async function reply<Output>(request: Promise<Response>): Promise<Output> {
    let answer: Reply
    try {
      answer = (await (await request).json()) as Reply
    } catch {
      throw new AppError(
        'host-gone',
        'Mailroom’s own process does not answer. If it was closed, start it again: it opens a page of its own.',
        {
          retryable: true,
        },
      )
    }
    if (answer.ok) return answer.output as Output
    throw AppError.fromJSON(answer.error)
  }

  return {
    invoke(name, ...[input]) {
      const body = new TextEncoder().encode(JSON.stringify(input ?? null))
      // Shown at once and saved behind: also when the page is closed the moment after.
      const keepalive = name === 'settings.change' && outliving + body.length < mostOutliving
      const size = keepalive ? body.length : 0
      outliving += size
      const headers = { 'Content-Type': 'application/json' }
      return reply(
        fetch(`/rpc/${name}`, { method: 'POST', headers, body, keepalive }).finally(() => (outliving -= size)),
      )
    },
    subscribe(listener) {
      const receive = (message: MessageEvent<string>) => listener(JSON.parse(message.data) as AppEvent)
      events.addEventListener('message', receive)
      return () => events.removeEventListener('message', receive)
    },
    upload: (files) =>
      Promise.all(
        files.map((file) =>
          reply<FileRef>(fetch(`/files?name=${encodeURIComponent(file.name)}`, { method: 'PUT', body: file })),
        ),
      ),
    save(token, name) {
      const link = document.createElement('a')
      link.href = `/files/${encodeURIComponent(token)}`
      link.download = name
      link.click()
      return Promise.resolve(true)
    },
    onLink(listener) {
      const up = () => listener('up')
      // A stream that was refused is not asked for again.
      const down = () => listener(events.readyState === EventSource.CLOSED ? 'ended' : 'down')
      events.addEventListener('open', up)
      events.addEventListener('error', down)
      return () => {
        events.removeEventListener('open', up)
        events.removeEventListener('error', down)
      }
    },
  }
}
