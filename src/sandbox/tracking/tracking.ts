import type { IncomingMessage } from 'node:http'
import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import type { Answer } from '../http/answer.ts'
import { notFound, ServiceError } from '../http/service-error.ts'
import { plainIp } from '../access/ip-filter.ts'
import type { SandboxClock } from '../base/clock.ts'
import type { EventType, Store, UserAgent } from '../store/index.ts'
import { unknownAgent } from '../store/messages/plans.ts'
import type { Signer, Tracked } from './signer.ts'
import { readLanguage, readUserAgent } from './user-agent.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const noStore = { 'cache-control': 'no-store, max-age=0' }

type TrackingNeeds = {
  store: Store
  clock: SandboxClock
  signer: Signer
  /** Called after a reader’s action has been recorded. */
  onEvent: () => void
}

/** Serves the addresses that the sandbox wrote into messages. A client that fetches one counts as the reader. */
export class Tracking {
  readonly #needs: TrackingNeeds

  constructor(needs: TrackingNeeds) {
    this.#needs = needs
  }

  answer(request: IncomingMessage, path: string): Answer {
    const tracked = this.#needs.signer.read(path)
    if (tracked === undefined || !this.#needs.store.messages.exists(tracked.messageId)) {
      throw notFound('This link doesn’t belong to any message in the sandbox.')
    }
    if (tracked.action === 'unsubscribe') return this.#unsubscribe(request, tracked)
    if (request.method !== 'GET' && request.method !== 'HEAD') throw onlyGet()
    return tracked.action === 'open' ? this.#open(request, tracked) : this.#click(request, tracked)
  }

  #open(request: IncomingMessage, { messageId }: Tracked): Answer {
    this.#record(request, messageId, 'open')
    return { status: 200, headers: { 'content-type': 'image/gif', ...noStore }, body: pixel }
  }

  #click(request: IncomingMessage, { messageId, target }: Tracked): Answer {
    this.#record(request, messageId, 'click', target)
    return { status: 302, headers: { location: headerSafe(target), ...noStore }, body: '' }
  }

  /**
   * Only the page’s button and the one-click POST unsubscribe. Opening the page doesn’t, because mail scanners follow
   * links. A link set up in the account unsubscribes at once.
   */
  #unsubscribe(request: IncomingMessage, { messageId, target }: Tracked): Answer {
    const email = this.#needs.store.messages.source(messageId)?.email ?? ''
    if (request.method === 'GET' && target !== '') {
      this.#record(request, messageId, 'unsubscribed')
      return { status: 302, headers: { location: headerSafe(target), ...noStore }, body: '' }
    }
    if (request.method === 'GET' || request.method === 'HEAD') {
      return page(
        'Unsubscribe',
        `<p>Stop all messages to ${escapeHtml(email)}?</p><form method="post"><button>Unsubscribe</button></form>`,
      )
    }
    if (request.method !== 'POST') throw onlyGet('GET, POST')
    this.#record(request, messageId, 'unsubscribed')
    return page('Unsubscribed', `<p>${escapeHtml(email)} has been unsubscribed.</p>`)
  }

  #record(request: IncomingMessage, messageId: string, type: EventType, url?: string): void {
    if (request.method === 'HEAD') return
    const userAgent = readerOf(request)
    this.#needs.store.messages.recordEvent(messageId, { type, date: this.#needs.clock.now(), userAgent, url })
    this.#needs.onEvent()
  }
}

/** Real readers are on this computer or its network, so their location is left empty. */
function readerOf({ headers, socket }: IncomingMessage): UserAgent {
  return {
    ...unknownAgent,
    ...readUserAgent(headers['user-agent'], headers.referer),
    ip: plainIp(socket.remoteAddress ?? ''),
    language: readLanguage(headers['accept-language']),
  }
}

/**
 * Encodes everything but visible ASCII, because a header may contain nothing else. Existing encoding stays unchanged.
 */
function headerSafe(target: string): string {
  return target.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}

function onlyGet(allow = 'GET'): ServiceError {
  return new ServiceError(405, 'method-not-allowed', `This address accepts ${allow}.`, { allow })
}

function page(title: string, content: string): Answer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'",
    ...noStore,
  }
  return { status: 200, headers, body: `<!doctype html><title>${title}</title><h1>${title}</h1>${content}` }
}
