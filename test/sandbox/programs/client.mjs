/* eslint-disable no-restricted-globals -- This is a program of its own, for which fetch is the client that it has. */

class ServiceError extends Error {}

class Client {
  constructor(url, user, key) {
    this.url = url
    this.headers = { 'x-abc-user': user, 'x-abc-key': key, 'user-agent': 'abc-node/1.0' }
  }

  async call(method, path, body) {
    const headers = { ...this.headers, ...(method !== 'GET' && { 'content-type': 'application/json;charset=utf-8' }) }
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) })
    const answer = await response.json()
    if (response.status !== 200) throw new ServiceError(`${method} ${path}: ${response.status} ${answer.message}`)
    return answer
  }

  send({ to, headers = {}, ...msg }) {
    const from = { address: 'shop@nord.example', personalName: 'Nord' }
    return this.call('POST', '/messages/send', {
      to: to.map((address) => ({ address })),
      msg: { from, ...msg },
      headers,
    })
  }

  statistics(path, filters = {}) {
    const none = { dateBegin: null, dateEnd: null, froms: null, apiKeys: null, tags: null }
    return this.call('POST', `/statistics/${path}`, { ...none, ...filters })
  }
}

const file = (filename, contentType, bytes) => ({ filename, contentType, content: bytes.toString('base64') })

const { ABC_URL, ABC_USER, ABC_KEY, ABC_HOOK } = process.env
const client = new Client(ABC_URL, ABC_USER, ABC_KEY)

const template = await client.call('POST', '/settings/templates', {
  description: 'Order sent',
  from: { address: 'shop@nord.example', personalName: null },
  subject: 'Order {{order}} is on its way',
  htmlContent: '<p>Hello {{name}}</p>',
  textContent: 'Hello {{name}}',
})
// fetch refuses a body on a GET, so this client uses POST as older versions did.
const { templates } = await client.call('POST', '/settings/templates/list', { page: 1, pageSize: 25 })

const sent = [
  await client.send({
    to: ['ada@client.example'],
    headers: {
      'X-ABC-TEMPLATE': templates.find(({ description }) => description === 'Order sent').templateName,
      'X-ABC-SUB': [{ email: 'ada@client.example', values: { name: 'Ada', order: 7, meta: {} } }],
      'X-ABC-TAGS': [2026, 'order'],
      'X-ABC-TRACKING': { html: { open: 1, click: 1 }, text: { click: 0 } },
      'X-ABC-GOOGLEANALYTICS': { enable: 1, utm_source: 'shop', utm_medium: null },
    },
  }),
  await client.send({
    to: ['ben@client.example'],
    replyTo: { address: null, personalName: null },
    subject: 'Your photo',
    text: 'See the photo.',
    html: '<p>See <img src="cid:photo@nord"></p>',
    images: [
      file(
        'photo@nord',
        'image/gif',
        Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      ),
    ],
    attachments: [file('notes.txt', 'text/plain', Buffer.from('Größe: 7\n'))],
    headers: { 'X-ABC-TAGS': ['photo'], 'X-ABC-META': { order: '7' }, 'X-ABC-BLACKLIST': null },
  }),
]

const page = await client.statistics('messages', { page: 1, pageSize: 50 })
const photos = await client.statistics('messages', { page: null, tags: ['photo'] })
const detail = await client.call('GET', `/statistics/message/${photos.messages[0].id}`)
const sends = await client.statistics('sends')
const tags = await client.statistics('tags')

const gone = encodeURIComponent('o+k@client.example')
const added = await client.call('POST', '/blacklists', { type: 'unsubscribes', email: 'o+k@client.example' })
const entry = await client.call('GET', `/blacklists/unsubscribes/${gone}`)
const listed = await client.call('POST', '/blacklists/list', { type: 'unsubscribers', page: 0, pageSize: 500 })
const removed = await client.call('DELETE', `/blacklists/blacklist/${gone}`, {})
const left = await client.call('GET', `/blacklists/${gone}`)

const hook = await client.call('POST', '/settings/webhooks', { url: ABC_HOOK, events: ['delivered', 'opened'] })
const key = await client.call('POST', '/settings/apikeys', { description: 'Shop' })
const tested = await client.call('GET', `/settings/apikeys/${key.id}/test`)
const domains = await client.call('GET', '/settings/domains')

console.log(
  JSON.stringify({
    template: template.templateName,
    sent: sent.map(({ status }) => status),
    subjects: page.messages.map(({ msg }) => msg.subject).sort(),
    detail: { subject: detail.msg.subject, tags: detail.tags, meta: detail.meta },
    requested: sends.requested,
    tags: Object.fromEntries(Object.entries(tags).map(([name, { requested }]) => [name, requested])),
    blacklist: [added.status, entry.email, listed.total, removed.status, left.length],
    webhook: [hook.events, hook.status],
    key: [key.description, key.enabled, key.key.length, tested.status],
    domains: domains.map(({ sending }) => sending),
  }),
)
