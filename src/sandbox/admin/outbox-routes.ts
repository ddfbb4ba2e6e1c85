import { json, type Answer } from '../http/answer.ts'
import type { Route } from '../http/router.ts'
import { invalid } from '../http/service-error.ts'
import { longestWait } from '../outbox/outbox.ts'
import { filterNames, unknownName, type OutboxFilter } from '../outbox/outbox-filter.ts'
import { readFlag, readInteger, shown } from '../readers/fields.ts'
import { messageStates } from '../store/index.ts'
import { rowOf } from '../store/messages/message-id.ts'
import { known, readAdvance, reading, type AdminCall, type AdminHandler } from './admin-call.ts'

const searchLimit = 200

export const outboxRoutes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/outbox', handler: outbox },
  {
    method: 'GET',
    path: '/outbox/:id',
    handler: async ({ control, params }) => json(known(await control.message(params[0]!), params[0]!)),
  },
  { method: 'GET', path: '/outbox/:id/source', handler: source },
  { method: 'GET', path: '/outbox/:id/attachments/:index', handler: attachment },
]

async function outbox(call: AdminCall): Promise<Answer> {
  const { outbox: messages, query } = call
  // A wait returns the first matching message, so it has no pages and searches no texts.
  const others = query.has('wait') ? ['wait', 'advance'] : ['text', 'limit', 'before', 'wait', 'advance']
  const unknown = unknownName('filter', query.keys(), [...filterNames, ...others])
  if (unknown !== undefined) throw invalid(unknown)
  const filter = readOutboxFilter(query)
  const wait = readInteger(query.get('wait'), 'wait', { min: 0, max: longestWait, ...reading })
  const advance = readAdvance(query.get('advance'))
  if (wait !== undefined) {
    return json([await messages.waitFor({ ...filter, timeout: wait }, { advance, signal: call.signal() })])
  }
  if (advance !== undefined) throw invalid('advance needs wait: how many milliseconds to wait for a message.')
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return isFiltered ? json(await messages.list({ ...filter, ...readPage(query) })) : everything(call)
}

async function everything({ control, query }: AdminCall): Promise<Answer> {
  const { limit, before, text } = readPage(query)
  return json(text.trim() === '' ? control.outbox(limit, before) : await control.searchOutbox({ text, limit, before }))
}

function readPage(query: URLSearchParams): { limit: number; before: string | undefined; text: string } {
  const limit = readInteger(query.get('limit'), 'limit', { min: 1, max: 500, ...reading }) ?? 50
  return { limit, before: query.get('before') ?? undefined, text: readPart(query, 'text') ?? '' }
}

function readOutboxFilter(query: URLSearchParams): OutboxFilter {
  const [asked, after] = [query.get('state'), query.get('after') ?? undefined]
  const state = messageStates.find((name) => name === asked)
  if (asked !== null && state === undefined) {
    throw invalid(`state must be one of ${messageStates.join(', ')}, not ${shown(asked)}.`)
  }
  if (after !== undefined && rowOf(after) === null) throw invalid('after must be the id of a message.')
  const code = readFlag(query.get('code'), 'code', reading) || undefined
  return {
    to: readPart(query, 'to'),
    subject: readPart(query, 'subject'),
    tag: readPart(query, 'tag'),
    code,
    state,
    after,
  }
}

function readPart(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) || undefined
  if (text !== undefined && text.length > searchLimit)
    throw invalid(`${name} can have at most ${searchLimit} characters.`)
  return text
}

/** Always sent as a download, because mail must not run as a page of the sandbox’s origin. */
function download(bytes: Buffer, contentType: string): Answer {
  const headers = {
    'content-type': /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: bytes }
}

function source({ control, params }: AdminCall): Answer {
  return download(known(control.source(params[0]!), params[0]!), 'message/rfc822')
}

async function attachment({ control, params }: AdminCall): Promise<Answer> {
  const found = known(await control.attachment(params[0]!, Number(params[1])), params[0]!)
  return download(found.bytes, found.contentType)
}
