import type { ServiceClient } from '#core/api/index.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { fileTypes, type FileType } from '#shared/contract/base/file-type.ts'
import { emailPlatformForms } from '#shared/domain/service/statistics.ts'

/** Data created in the sandbox before the faults are switched on, so that every operation has something to act on. */
export type Ground = {
  sandbox: Sandbox
  client: ServiceClient
  messageId: string
  templateId: string
  userId: string
  /** Milliseconds after which a reader gives up on an export. */
  patience: number
}

export type Act = (ground: Ground, turn: number) => Promise<unknown>

export type Operation = {
  name: string
  /** Method and path, for counting the calls that arrived; `:x` matches one segment. */
  call: string
  kind: 'json' | 'records' | 'bytes'
  isEffect: boolean
  /** A 404 is a valid response: the address is not on the list. */
  takesNotFound?: boolean
  /** A call of another operation, made once after a 404 or 405 to tell a missing operation from a missing resource. */
  asksAfterRefusal?: string
  act: Act
}

const filter = {}
/** The reader of an export stops here, because one fault sends a gigabyte. */
const enough = 4 * 1024 * 1024

function read(name: string, call: string, act: Act): Operation {
  return { name, call, kind: 'json', isEffect: false, act }
}

function effect(name: string, call: string, act: Act): Operation {
  return { name, call, kind: 'json', isEffect: true, act }
}

function exporting(fileType: FileType, isDelta: boolean): Operation {
  const name = isDelta ? 'exports.delta' : 'exports.all'
  return {
    name: `${name} ${fileType}`,
    call: `POST /export/${fileType}${isDelta ? '/delta' : ''}`,
    kind: fileType === 'json' ? 'records' : 'bytes',
    isEffect: isDelta,
    async act({ client, patience }) {
      const range = { dateBegin: 0, dateEnd: Date.now() + 86_400_000 }
      const download = await (isDelta ? client.exports.delta(fileType, range) : client.exports.all(fileType, range))
      const end = Date.now() + patience
      const watch = setInterval(() => {
        if (download.progress().bytes > enough || Date.now() > end) download.cancel()
      }, 20)
      try {
        for await (const _part of fileType === 'json' ? download.records() : download.bytes());
      } finally {
        clearInterval(watch)
      }
      if (download.completeness() !== 'whole') throw new Error('taken for complete without a proof')
    },
  }
}

const template = {
  from: { address: 'shop@nordwind.example', personalName: 'Shop' },
  subject: 'Subject',
  htmlContent: '<p>html</p>',
  textContent: 'text',
}

export const operations: readonly Operation[] = [
  ...fileTypes.map((fileType) => exporting(fileType, false)),
  ...fileTypes.map((fileType) => exporting(fileType, true)),
  effect('messages.send', 'POST /messages/send', ({ client }) =>
    client.messages.send({
      to: [{ address: 'ada@example.org' }],
      from: { address: 'shop@nordwind.example' },
      subject: 'Invoice',
      text: 'Hello',
    }),
  ),
  read('statistics.messages', 'POST /statistics/messages', ({ client }) =>
    client.statistics.messages({ page: 1, pageSize: 5 }),
  ),
  read('statistics.message', 'GET /statistics/message/:id', ({ client, messageId }) =>
    client.statistics.message(messageId),
  ),
  read('statistics.recipient', 'GET /statistics/recipient/:email', ({ client }) =>
    client.statistics.recipient('ada@example.org'),
  ),
  read('statistics.sends', 'POST /statistics/sends', ({ client }) => client.statistics.sends(filter)),
  read('statistics.links', 'POST /statistics/links', ({ client }) => client.statistics.links(filter)),
  read('statistics.domains', 'POST /statistics/domains', ({ client }) => client.statistics.domains(filter)),
  read('statistics.tags', 'POST /statistics/tags', ({ client }) => client.statistics.tags(filter)),
  read('statistics.activities', 'POST /statistics/activities', ({ client }) => client.statistics.activities(filter)),
  read('statistics.bounces', 'POST /statistics/bounces', ({ client }) => client.statistics.bounces(filter)),
  ...emailPlatformForms.map((form) =>
    read(
      `statistics.emailPlatforms ${form}`,
      `POST /statistics/emailplatforms${form === 'all' ? '' : `/${form}`}`,
      ({ client }) => client.statistics.emailPlatforms(form, filter),
    ),
  ),
  read('statistics.localisations', 'POST /statistics/localisations', ({ client }) =>
    client.statistics.localisations(filter),
  ),
  effect('settings.addApiKey', 'POST /settings/apikeys', ({ client }) =>
    client.settings.addApiKey({ description: 'new key' }),
  ),
  {
    ...effect('apiKeys.change', 'PUT /settings/apikeys/:id', async ({ client, sandbox }) =>
      client.apiKeys.change(sandbox.control.keys().at(-1)!.id, { description: 'changed' }),
    ),
    asksAfterRefusal: 'GET /settings/apikeys',
  },
  read('settings.apiKeys', 'GET /settings/apikeys', ({ client }) => client.settings.apiKeys()),
  effect('settings.addOrUpdateDomain', 'POST /settings/domains', ({ client }) =>
    client.settings.addOrUpdateDomain({ sending: 'x.example', tracking: 't.x.example', email: 'p@x.example' }),
  ),
  effect('templates.update', 'PUT /settings/templates/:id', ({ client, templateId }) =>
    client.templates.update(templateId, { ...template, description: 'Kept' }),
  ),
  read('blacklists.list', 'POST /blacklists/list', ({ client }) =>
    client.blacklists.list({ type: 'bounces', page: 1, pageSize: 5 }),
  ),
  read('users.get', 'GET /users/:id', ({ client, userId }) => client.users.get(userId)),
  read('extras.domains', 'GET /settings/domains', ({ client }) => client.extras.domains()),
  read('extras.domain', 'GET /settings/domains/:sending', ({ client }) => client.extras.domain('y.example')),
  effect('extras.testDomain', 'GET /settings/domains/:sending/test', ({ client }) =>
    client.extras.testDomain('y.example'),
  ),
  read('templates.list', 'GET /settings/templates/list', ({ client }) => client.templates.list()),
  read('templates.get', 'GET /settings/templates/:id', ({ client, templateId }) => client.templates.get(templateId)),
  {
    ...effect('templates.add', 'POST /settings/templates', ({ client }, turn) =>
      client.templates.add({ ...template, description: `New ${turn}` }),
    ),
    asksAfterRefusal: 'GET /settings/templates/list',
  },
  {
    ...effect('templates.test', 'POST /settings/templates/:id/test', ({ client, templateId }) =>
      client.templates.test({ id: templateId, description: 'Kept' }, 'test@example.org'),
    ),
    asksAfterRefusal: 'GET /settings/templates/list',
  },
  {
    ...read('extras.blacklisted', 'GET /blacklists/:type/:email', ({ client }) =>
      client.extras.blacklisted('bounces', 'listed@example.org'),
    ),
    takesNotFound: true,
  },
  effect('extras.addBlacklisted', 'POST /blacklists', ({ client }, turn) =>
    client.extras.addBlacklisted({ type: 'bounces', email: `new.${turn}@example.org` }),
  ),
  effect('extras.removeBlacklisted', 'DELETE /blacklists/:type/:email', ({ client, sandbox }, turn) => {
    const email = `gone.${turn}@example.org`
    sandbox.store.blacklists.add('complaints', { email, date: sandbox.clock.now(), reason: 'test', list: undefined })
    return client.extras.removeBlacklisted('complaints', email)
  }),
  read('extras.users', 'GET /users', ({ client }) => client.extras.users()),
  read('extras.account', 'GET /account', ({ client }) => client.extras.account()),
]
