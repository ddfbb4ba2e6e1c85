import { columns, rowsOf, type FileType } from '../support/files.ts'
import * as is from '../support/shape.ts'
import type { Shape } from '../support/shape.ts'
import type { Shapes } from '../support/shapes.ts'
import { json, type Answer } from '../support/wire.ts'

/** What earlier answers told, and later calls ask for. */
export interface Found {
  begin: number
  end: number
  message?: { id: string; apiKey?: string; tags?: string[] | null; msg: { from: string; email: string } }
  domain?: string
  template?: string
  user?: string
  blacklisted?: { type: string; email: string }
}

export interface Call {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export interface Operation {
  /** As the table shows it. */
  name: string
  /** Part of interface.md; "beyond" where only some accounts have it. */
  section: string
  /** The second is tried where the first is 404 or 405: the interface shows both. A text tells why there is none. */
  calls: (found: Found) => readonly Call[] | string
  /** How the answer differs from the interface. */
  check: (answer: Answer, found: Found) => string[]
  /** The status that is due; 200 unless said. */
  status?: number
  /** Values of the answer are secrets, and never shown. */
  isSecret?: boolean
}

const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body })
const get = (path: string): Call => ({ method: 'GET', path })
const period = ({ begin, end }: Found) => ({ dateBegin: begin, dateEnd: end })
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19)
const enc = encodeURIComponent

const fits =
  (shape: Shape, keep?: (value: never, found: Found) => void) =>
  (answer: Answer, found: Found): string[] => {
    const value = json(answer)
    const differences = shape(value, 'the answer')
    if (differences.length === 0) keep?.(value as never, found)
    return differences
  }

type Page = { messages: NonNullable<Found['message']>[]; total: number }

function messages(
  name: string,
  shapes: Shapes,
  filter: (found: Found) => object | string,
  holds: (page: Page, found: Found) => string[],
): Operation {
  return {
    name: `POST /statistics/messages, ${name}`,
    section: '4.4',
    calls: (found) => {
      const given = filter(found)
      return typeof given === 'string' ? given : [post('/statistics/messages', { ...period(found), ...given })]
    },
    check: (answer, found) => {
      const value = json(answer)
      const differences = shapes.messages(value, 'the answer')
      return differences.length > 0 ? differences : holds(value as Page, found)
    },
  }
}

const unless = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence])
const noMessage = 'the period holds no message'

function messageList(shapes: Shapes): Operation[] {
  const all = (page: Page, sentence: string, test: (message: Page['messages'][number]) => boolean): string[] =>
    unless(page.messages.length > 0 && page.messages.every(test), sentence)
  return [
    messages(
      'dates as epoch seconds',
      shapes,
      () => ({ page: 1, pageSize: 25 }),
      (page, found) => {
        found.message = page.messages.find(({ tags }) => tags?.length) ?? page.messages[0]
        return [
          ...unless(page.messages.length <= 25, 'a page of 25 holds more'),
          ...unless(page.total >= page.messages.length, 'total is less than the messages of the page'),
        ]
      },
    ),
    messages(
      'dates as texts',
      shapes,
      ({ begin, end }) => ({ dateBegin: String(begin), dateEnd: String(end) }),
      () => [],
    ),
    messages(
      'dates as ISO',
      shapes,
      ({ begin, end }) => ({ dateBegin: iso(begin), dateEnd: iso(end) }),
      () => [],
    ),
    messages(
      'null filters',
      shapes,
      () => ({ froms: null, apiKeys: null, tags: null, page: null, pageSize: null }),
      () => [],
    ),
    messages(
      'a page of one',
      shapes,
      () => ({ page: 1, pageSize: 1 }),
      ({ messages: found }) => unless(found.length <= 1, `a page of 1 holds ${found.length}`),
    ),
    messages(
      'froms',
      shapes,
      ({ message }) => (message ? { froms: [message.msg.from] } : noMessage),
      (page, { message }) =>
        all(page, 'a message is from another sender, or none is found', ({ msg }) => same(msg.from, message!.msg.from)),
    ),
    messages(
      'apiKeys',
      shapes,
      ({ message }) => (message?.apiKey ? { apiKeys: [message.apiKey] } : noMessage),
      (page, { message }) =>
        all(page, 'a message is of another key, or none is found', ({ apiKey }) => apiKey === message!.apiKey),
    ),
    messages(
      'tags',
      shapes,
      ({ message }) => (message?.tags?.[0] ? { tags: [message.tags[0]] } : 'no message has tags'),
      (page, { message }) =>
        all(
          page,
          'a message has another tag, or none is found',
          ({ tags }) => tags?.includes(message!.tags![0]!) ?? false,
        ),
    ),
  ]
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function statistics(shapes: Shapes): Operation[] {
  const platforms = ['', '/webmails', '/webmails/total', '/applications', '/applications/total']
  const shapeOf: [string, string, Shape][] = [
    ['4.7', 'domains', shapes.byName],
    ['4.8', 'tags', shapes.byName],
    ['4.9', 'activities', shapes.activities],
    ['4.10', 'bounces', shapes.bounces],
    ...platforms.map((suffix): [string, string, Shape] => [
      ...(['4.11', `emailplatforms${suffix}`] as const),
      suffix.endsWith('total') ? shapes.platformTotals : shapes.platforms,
    ]),
    ['4.12', 'localisations', shapes.localisations],
  ]
  return shapeOf.map(([section, name, shape]) => ({
    ...{ name: `POST /statistics/${name}`, section },
    calls: (found) => [post(`/statistics/${name}`, period(found))],
    check: fits(shape),
  }))
}

function exported(fileType: FileType, shapes: Shapes): Operation {
  const path = `/export/${fileType}`
  const header = (answer: Answer): string[] => {
    const [first] = rowsOf(fileType, answer)
    return unless(String(first) === String(columns), `the first row is ${String(first).slice(0, 150)}`)
  }
  return {
    ...{ name: `POST ${path}`, section: '4.1' },
    calls: ({ end }) => {
      const lastDay = { dateBegin: end - 86_400, dateEnd: end }
      return [post(path, lastDay), get(`${path}?dateBegin=${lastDay.dateBegin}&dateEnd=${end}`)]
    },
    check: fileType === 'json' ? (answer) => is.arrayOf(shapes.exportRecord)(records(answer), 'the answer') : header,
  }
}

/** An array, one object, or one object per line, of which there may be none. */
function records(answer: Answer): unknown {
  const text = answer.body.toString().trim()
  if (text === '') return []
  if (text.startsWith('{') && text.includes('\n')) return text.split(/\r?\n/).map((line): unknown => JSON.parse(line))
  const value = json(answer)
  return Array.isArray(value) ? value : [value]
}

function blacklist(type: string, shapes: Shapes): Operation {
  return {
    ...{ name: `POST /blacklists/list, ${type}`, section: '4.17' },
    calls: () => {
      const page = { page: 1, pageSize: 25, order: 1 }
      return [post('/blacklists/list', { type, ...page }), post(`/blacklists/list/${type}`, page)]
    },
    check: fits(shapes.blacklist(type), (list: Record<string, { email: string }[]>, found) => {
      const email = list[type]?.[0]?.email
      if (email !== undefined) found.blacklisted ??= { type, email }
    }),
  }
}

/** Reads what the last list told of: nothing to ask where it told of nothing. */
const one = (path: string | undefined, otherwise: string): readonly Call[] | string =>
  path === undefined ? otherwise : [get(path)]

function beyond(shapes: Shapes): Operation[] {
  type Named = { id: string; sending: string }
  const list = is.arrayOf(is.object)
  const row = (name: string, calls: Operation['calls'], check: Operation['check']): Operation => ({
    ...{ name: `GET ${name}`, section: 'beyond', calls, check },
  })
  return [
    row(
      '/settings/domains',
      () => [get('/settings/domains')],
      fits(is.arrayOf(shapes.domain), ([first]: Named[], found) => {
        found.domain = first?.sending
      }),
    ),
    row(
      '/settings/domains/{sending}',
      ({ domain }) => one(domain && `/settings/domains/${enc(domain)}`, 'no domain is known'),
      fits(shapes.domain),
    ),
    row(
      '/settings/templates/list',
      () => [get('/settings/templates/list')],
      fits(list, ([first]: Named[], found) => {
        if (first?.id !== undefined) found.template = String(first.id)
      }),
    ),
    row(
      '/settings/templates/{id}',
      ({ template }) => one(template && `/settings/templates/${enc(template)}`, 'no template is known'),
      fits(is.object),
    ),
    row(
      '/blacklists/{type}/{email}',
      ({ blacklisted: entry }) =>
        one(entry && `/blacklists/${enc(entry.type)}/${enc(entry.email)}`, 'no blacklisted address is known'),
      fits(is.object),
    ),
    row(
      '/users',
      () => [get('/users')],
      fits(is.arrayOf(shapes.user), ([first]: Named[], found) => {
        found.user ??= first?.id
      }),
    ),
    row('/account', () => [get('/account')], fits(is.object)),
  ]
}

/** Every call of the interface that reads and changes nothing, and the probes of the notes. Order matters. */
export function harmlessOperations(shapes: Shapes): Operation[] {
  return [
    ...(['json', 'csv', 'xls', 'xlsx'] as const).map((fileType) => exported(fileType, shapes)),
    ...messageList(shapes),
    {
      ...{ name: 'GET /statistics/message/{messageId}', section: '4.5' },
      calls: ({ message }) => one(message && `/statistics/message/${enc(message.id)}`, noMessage),
      check: fits(shapes.messageDetail),
    },
    {
      ...{ name: 'GET /statistics/recipient/{recipientEmail}', section: '4.6' },
      calls: ({ message }) => one(message && `/statistics/recipient/${enc(message.msg.email)}`, noMessage),
      check: fits(shapes.recipient),
    },
    ...statistics(shapes),
    {
      ...{ name: 'GET /settings/apikeys', section: '4.14', isSecret: true },
      calls: () => [get('/settings/apikeys')],
      check: fits(is.arrayOf(shapes.apiKey)),
    },
    ...['bounces', 'complaints', 'unsubscribers'].map((type) => blacklist(type, shapes)),
    ...beyond(shapes),
    {
      ...{ name: 'GET /users/{id}', section: '4.18' },
      calls: ({ user }) => one(user && `/users/${enc(user)}`, 'no user id is known: give one with --user-id'),
      check: fits(shapes.user),
    },
    {
      ...{ name: 'an unknown message is 404', section: '7', status: 404 },
      calls: () => [get('/statistics/message/conformance-no-such-message')],
      check: sentence,
    },
    {
      ...{ name: 'an end before its begin is 400', section: '7', status: 400 },
      calls: ({ begin, end }) => [post('/statistics/domains', { dateBegin: end, dateEnd: begin })],
      check: sentence,
    },
  ]
}

/** `error`, `message` or `code` of an object, or a text. */
function sentence(answer: Answer): string[] {
  return unless(answer.body.toString().trim() !== '', 'the error says nothing')
}

export const neverCalled = [
  ...['POST /messages/send', 'POST /export/{fileType}/delta', 'POST /settings/apikeys', 'POST /settings/domains'],
  ...['GET /settings/domains/{sending}/test', 'PUT /settings/templates/{id}', 'POST /settings/templates'],
  ...['POST /blacklists', 'DELETE /blacklists/{type}/{email}'],
]
