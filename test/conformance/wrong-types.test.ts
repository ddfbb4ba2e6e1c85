import { expect, test } from 'vitest'
import { aSend, expectError, openAccount, type Json } from './support/account.ts'
import { json } from '../support/wire.ts'

const odd: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  1e21,
  9007199254740991,
  -9007199254740991,
  2 ** 31,
  2 ** 63,
  '',
  ' ',
  '0',
  '1',
  '-1',
  'x',
  'null',
  '\0',
  '\r\n',
  '\u2028',
  '\ud800',
  '😀',
  '%',
  '"',
  "'",
  '../..',
  '9'.repeat(400),
  [],
  [null],
  [[]],
  [{}],
  [''],
  ['x'],
  [0],
  [['x']],
  {},
  { a: 1 },
  { length: 1 },
  { address: 'a@x.org' },
  { toString: 'x' },
]

const filters = ['dateBegin', 'dateEnd', 'froms', 'apiKeys', 'tags']
const domain = { sending: 'd.example', tracking: 't.d.example', email: 'a@d.example' }
const template = { description: 'd', from: { address: 'a@x.org' }, subject: 's', htmlContent: 'h', textContent: 't' }
const statistics = ['domains', 'tags', 'activities', 'bounces', 'emailplatforms/applications/total', 'localisations']

/** A valid body, and the fields in which to put wrong types. */
const operations: [string, string, Json, string[]][] = [
  ['POST', '/messages/send', aSend('a@x.org'), ['to', 'msg', 'headers', 'apiKey', 'cc', 'bcc']],
  ['POST', '/statistics/messages', {}, [...filters, 'page', 'pageSize']],
  ...statistics.map((name): [string, string, Json, string[]] => ['POST', `/statistics/${name}`, {}, filters]),
  ['POST', '/export/json', {}, ['dateBegin', 'dateEnd']],
  ['POST', '/export/xls/delta', {}, ['dateBegin', 'dateEnd']],
  [
    'POST',
    '/settings/apikeys',
    { description: 'd' },
    ['description', 'iPFilterEnabled', 'allowedIPs', 'ipFilterEnabled', 'allowedIps'],
  ],
  ['POST', '/settings/domains', domain, ['sending', 'tracking', 'email']],
  ['PUT', '/settings/templates/{id}', template, ['description', 'from', 'subject', 'htmlContent', 'textContent']],
  ['POST', '/blacklists/list', { type: 'bounces' }, ['type', 'list', 'page', 'pageSize', 'order']],
  ['POST', '/blacklists/list/complaints', {}, ['list', 'page', 'pageSize', 'order']],
  ['POST', '/blacklists', { type: 'bounces', email: 'b@x.org' }, ['type', 'email', 'reason', 'list']],
]

test.each(operations)(
  '%s %s accepts or refuses every odd value, and never crashes',
  async (method, path, right, fields) => {
    const errors: unknown[] = []
    const account = await openAccount({ onError: (error) => errors.push(error) })
    const { templates } = (await account.get('/settings/templates/list')) as { templates: [{ id: string }] }
    for (const field of fields) {
      for (const value of odd) {
        const answer = await account.call(method, path.replace('{id}', templates[0].id), {
          body: { ...right, [field]: value },
        })
        if (answer.status !== 200) expectError(answer, answer.status === 409 ? 409 : 400)
      }
    }
    expect(errors).toEqual([])
  },
)

test('every odd value inside a send is accepted or refused', async () => {
  const errors: unknown[] = []
  const account = await openAccount({ onError: (error) => errors.push(error) })
  const options = [
    'META',
    'SUB',
    'TAGS',
    'TRACKING',
    'ANALYTICS',
    'TEMPLATE',
    'BULK',
    'IPPOOL',
    'TEXTVERSION',
    'BLACKLIST',
    'DOMAIN',
  ]
  let taken = 0
  for (const value of odd) {
    const bodies = [
      ...['from', 'replyTo', 'subject', 'text', 'html', 'images', 'attachments'].map((name) =>
        aSend('a@x.org', { [name]: value }),
      ),
      ...['contentType', 'filename', 'content'].map((name) =>
        aSend('a@x.org', {
          attachments: [{ contentType: 'text/plain', filename: 'a', content: 'YQ==', [name]: value }],
        }),
      ),
      ...options.map((name) => aSend('a@x.org', {}, { headers: { [`X-SVC-${name}`]: value } })),
      ...['email', 'values', 'subject', 'meta'].map((name) =>
        aSend('a@x.org', {}, { headers: { 'X-SVC-SUB': [{ email: 'a@x.org', values: {}, [name]: value }] } }),
      ),
      aSend(
        'a@x.org',
        { text: '{{v}}', html: '{{v}}', subject: '{{v}}' },
        {
          headers: { 'X-SVC-SUB': [{ email: 'a@x.org', values: { v: value, subject: value, meta: { v: value } } }] },
        },
      ),
      aSend('a@x.org', {}, { headers: { 'X-SVC-META': { v: value }, 'X-Own': value } }),
      ...['address', 'personalName'].map((name) => ({
        ...aSend('a@x.org'),
        to: [{ address: 'a@x.org', [name]: value }],
      })),
    ]
    for (const body of bodies) {
      const answer = await account.call('POST', '/messages/send', { body })
      if (answer.status === 200) taken++
      else expectError(answer, 400)
    }
  }
  expect(errors).toEqual([])
  const exported = json(await account.call('POST', '/export/json', { body: {} })) as unknown[]
  expect([(await account.page()).total, exported.length]).toEqual([taken, taken])
  for (const { id } of await account.records()) {
    expect(account.sandbox.control.source(id)!.toString()).not.toMatch(/^(X-Evil|Bcc):/im)
  }
})

test('odd path parts and queries are accepted or refused', async () => {
  const errors: unknown[] = []
  const account = await openAccount({ onError: (error) => errors.push(error) })
  const texts = odd.filter((value) => typeof value === 'string' && value.isWellFormed()) as string[]
  for (const part of texts.map(encodeURIComponent)) {
    const calls = [
      ...[
        'statistics/message',
        'statistics/recipient',
        'users',
        'settings/domains',
        'settings/templates',
        'blacklists/bounces',
      ].map((path) => ['GET', `/${path}/${part}`] as const),
      ...[`/blacklists/list/${part}`, `/export/${part}`, `/export/${part}/delta`].map(
        (path) => ['POST', path] as const,
      ),
      ['GET', `/export/json?dateBegin=${part}`] as const,
      ['DELETE', `/blacklists/bounces/${part}`] as const,
    ]
    for (const [method, path] of calls) {
      const answer = await account.call(method, path, { body: method === 'POST' ? {} : undefined })
      if (answer.status !== 200) expect([path, [400, 404, 405].includes(answer.status)]).toEqual([path, true])
    }
  }
  expect(errors).toEqual([])
})
