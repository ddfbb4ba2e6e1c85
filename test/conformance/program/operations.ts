import { columns, rowsOf, type FileType } from '../support/files.ts'
import * as is from '../support/shape-checks.ts'
import type { Shape } from '../support/shape-checks.ts'
import type { Shapes } from '../support/documented-shapes.ts'
import { json, type Answer } from '../../support/wire.ts'
import type { Call, Found, Operation } from './operation.ts'
import { messageList, noMessage, period, post, unless } from './message-operations.ts'

const get = (path: string): Call => ({ method: 'GET', path })
const enc = encodeURIComponent

const fits =
  (shape: Shape, keep?: (value: never, found: Found) => void) =>
  (answer: Answer, found: Found): string[] => {
    const value = json(answer)
    const differences = shape(value, 'the answer')
    if (differences.length === 0) keep?.(value as never, found)
    return differences
  }

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
    name: `POST /statistics/${name}`,
    section,
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
    name: `POST ${path}`,
    section: '4.1',
    calls: ({ end }) => {
      const lastDay = { dateBegin: end - 86_400, dateEnd: end }
      return [post(path, lastDay), get(`${path}?dateBegin=${lastDay.dateBegin}&dateEnd=${end}`)]
    },
    check: fileType === 'json' ? (answer) => is.arrayOf(shapes.exportRecord)(records(answer), 'the answer') : header,
  }
}

/** An array, one object, or one object per line, possibly none. */
function records(answer: Answer): unknown {
  const text = answer.body.toString().trim()
  if (text === '') return []
  if (text.startsWith('{') && text.includes('\n')) return text.split(/\r?\n/).map((line): unknown => JSON.parse(line))
  const value = json(answer)
  return Array.isArray(value) ? value : [value]
}

function blacklist(type: string, shapes: Shapes): Operation {
  return {
    name: `POST /blacklists/list, ${type}`,
    section: '4.17',
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

/** Reads an item of the last list; if the list was empty, there is no call. */
const one = (path: string | undefined, otherwise: string): readonly Call[] | string =>
  path === undefined ? otherwise : [get(path)]

function beyond(shapes: Shapes): Operation[] {
  type Named = { id: string; sending: string }
  const list = is.arrayOf(is.object)
  const row = (name: string, calls: Operation['calls'], check: Operation['check']): Operation => ({
    name: `GET ${name}`,
    section: 'beyond',
    calls,
    check,
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
      fits(is.either(list, is.struct({ templates: list })), (value: Named[] | { templates: Named[] }, found) => {
        const [first] = Array.isArray(value) ? value : value.templates
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

/** Every documented call that only reads, and undocumented ones without an effect. Order matters. */
export function harmlessOperations(shapes: Shapes): Operation[] {
  return [
    ...(['json', 'csv', 'xls', 'xlsx'] as const).map((fileType) => exported(fileType, shapes)),
    ...messageList(shapes),
    {
      name: 'GET /statistics/message/{messageId}',
      section: '4.5',
      calls: ({ message }) => one(message && `/statistics/message/${enc(message.id)}`, noMessage),
      check: fits(shapes.messageDetail),
    },
    {
      name: 'GET /statistics/recipient/{recipientEmail}',
      section: '4.6',
      calls: ({ message }) => one(message && `/statistics/recipient/${enc(message.msg.email)}`, noMessage),
      check: fits(shapes.recipient),
    },
    ...statistics(shapes),
    {
      name: 'GET /settings/apikeys',
      section: '4.14',
      isSecret: true,
      calls: () => [get('/settings/apikeys')],
      check: fits(is.arrayOf(shapes.apiKey)),
    },
    ...['bounces', 'complaints', 'unsubscribers'].map((type) => blacklist(type, shapes)),
    ...beyond(shapes),
    {
      name: 'GET /users/{id}',
      section: '4.18',
      calls: ({ user }) => one(user && `/users/${enc(user)}`, 'no user id is known: give one with --user-id'),
      check: fits(shapes.user),
    },
    {
      name: 'an unknown message is 404',
      section: '7',
      status: 404,
      calls: () => [get('/statistics/message/conformance-no-such-message')],
      check: sentence,
    },
    {
      name: 'an end before its begin is 400',
      section: '7',
      status: 400,
      calls: ({ begin, end }) => [post('/statistics/domains', { dateBegin: end, dateEnd: begin })],
      check: sentence,
    },
  ]
}

/** The `error`, `message` or `code` of an object, or a plain text. */
function sentence(answer: Answer): string[] {
  return unless(answer.body.toString().trim() !== '', 'the error says nothing')
}

export const neverCalled = [
  'POST /messages/send',
  'POST /export/{fileType}/delta',
  'POST /settings/apikeys',
  'POST /settings/domains',
  'GET /settings/domains/{sending}/test',
  'PUT /settings/templates/{id}',
  'POST /settings/templates',
  'DELETE /settings/templates/{id}',
  'POST /settings/templates/{id}/test',
  'POST /blacklists',
  'DELETE /blacklists/{type}/{email}',
]
