import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { fileTypes, type FileType } from '#shared/contract/base/file-type.ts'
import { emailPlatformForms } from '#shared/domain/service/statistics.ts'
import type { EffectJournal, ExportDownload, ServiceClient } from './index.ts'
import { invoice, makeClient, serve, type Raw } from '#test/support/api-client.ts'

/** Bodies with status 200 that aren't valid responses: no operation may turn one into a value, a zero or a success. */
const answers: Record<string, string | Buffer> = {
  nothing: '',
  'an empty object': '{}',
  'an error': '{"error":"no"}',
  'an error with a struct': '{"error":{"code":1,"message":"no"}}',
  'an error with an empty struct': '{"error":{}}',
  'an error with an empty list': '{"errors":[]}',
  'a code': '{"code":500}',
  'a total alone': '{"total":3}',
  'a list of nothing': '[{}]',
  'a list of another thing': '[{"error":"no"}]',
  'a list of texts': '["no"]',
  'a comma': '[,]',
  'a list with a comma too many': '[1,]',
  null: 'null',
  'a text': '"x"',
  'a number': '7',
  'a web page': '<!doctype html><title>Log in</title>',
  'UTF-16': Buffer.from('\ufeff[{"id":"1","email":"a@x.org"}]', 'utf16le'),
  'UTF-16 without a mark': Buffer.from('[{"id":"1","email":"a@x.org"}]', 'utf16le'),
}

type Operation = {
  act(client: ServiceClient): Promise<unknown>
  /** The request is an effect. */
  isEffect?: true
  /** The responses above that the documentation allows for this operation, and what they mean. */
  takes?: Record<string, unknown>
}

const webhook = { url: 'http://127.0.0.1/', description: 'd', events: ['opened'] }
const callsOfOne = { id: '1', page: 1, pageSize: 5, newestFirst: true }
const template = {
  description: 'd',
  from: { address: 'a@x', personalName: '' },
  subject: '',
  htmlContent: '',
  textContent: '',
}
const none = { items: [], problems: [] }
/** An operation that returns an object keyed by entry: an empty object means no entries. */
const takesNone = { 'an empty object': none }

const operations: Record<string, Operation> = {
  'messages.send': { act: (client) => client.messages.send(invoice), isEffect: true },
  'statistics.messages': { act: (client) => client.statistics.messages({ page: 1 }) },
  'statistics.message': { act: (client) => client.statistics.message('1') },
  'statistics.recipient': { act: (client) => client.statistics.recipient('a@x.org') },
  'statistics.sends': { act: (client) => client.statistics.sends({}) },
  'statistics.links': { act: (client) => client.statistics.links({}), takes: takesNone },
  'statistics.domains': { act: (client) => client.statistics.domains({}), takes: takesNone },
  'statistics.tags': { act: (client) => client.statistics.tags({}), takes: takesNone },
  'statistics.activities': { act: (client) => client.statistics.activities({}), takes: takesNone },
  'statistics.bounces': { act: (client) => client.statistics.bounces({}), takes: takesNone },
  ...Object.fromEntries(
    emailPlatformForms.map((form): [string, Operation] => [
      `statistics.emailPlatforms ${form}`,
      {
        act: (client) => client.statistics.emailPlatforms(form, {}),
        ...(!form.endsWith('/total') && { takes: takesNone }),
      },
    ]),
  ),
  'statistics.localisations': { act: (client) => client.statistics.localisations({}) },
  'settings.apiKeys': { act: (client) => client.settings.apiKeys() },
  'settings.addApiKey': { act: (client) => client.settings.addApiKey({ description: 'd' }), isEffect: true },
  'settings.addOrUpdateDomain': {
    act: (client) => client.settings.addOrUpdateDomain({ sending: 'a', tracking: 'b', email: 'c' }),
    isEffect: true,
  },
  'templates.update': { act: (client) => client.templates.update('1', template), isEffect: true },
  'blacklists.list': { act: (client) => client.blacklists.list({ type: 'bounces' }) },
  'users.get': { act: (client) => client.users.get('1') },
  'extras.domains': { act: (client) => client.extras.domains() },
  'extras.domain': { act: (client) => client.extras.domain('x') },
  'extras.testDomain': { act: (client) => client.extras.testDomain('x'), isEffect: true },
  'templates.list': { act: (client) => client.templates.list() },
  'templates.get': { act: (client) => client.templates.get('1') },
  'templates.add': { act: (client) => client.templates.add(template), isEffect: true },
  'templates.remove': { act: (client) => client.templates.remove({ id: '1', description: 'd' }), isEffect: true },
  'templates.test': {
    act: (client) => client.templates.test({ id: '1', description: 'd' }, 'a@x.org'),
    isEffect: true,
  },
  'extras.blacklisted': { act: (client) => client.extras.blacklisted('bounces', 'a@x.org') },
  'extras.addBlacklisted': {
    act: (client) => client.extras.addBlacklisted({ type: 'bounces', email: 'a@x.org' }),
    isEffect: true,
  },
  'extras.removeBlacklisted': {
    act: (client) => client.extras.removeBlacklisted('bounces', 'a@x.org'),
    isEffect: true,
    takes: { nothing: undefined },
  },
  'extras.users': { act: (client) => client.extras.users() },
  'webhooks.list': { act: (client) => client.webhooks.list() },
  'webhooks.add': { act: (client) => client.webhooks.add(webhook), isEffect: true },
  'webhooks.change': { act: (client) => client.webhooks.change('1', { url: 'u' }), isEffect: true },
  'webhooks.remove': { act: (client) => client.webhooks.remove({ id: '1', description: 'd' }), isEffect: true },
  'webhooks.test': { act: (client) => client.webhooks.test({ id: '1', description: 'd' }), isEffect: true },
  'webhooks.calls': { act: (client) => client.webhooks.calls(callsOfOne) },
  'extras.account': { act: (client) => client.extras.account() },
}

const exports: Record<string, Operation> = {
  'exports.all json, records': { act: async (client) => drained((await client.exports.all('json', {})).records()) },
  'exports.delta json, records': {
    act: async (client) => drained((await client.exports.delta('json', {})).records()),
    isEffect: true,
  },
  ...Object.fromEntries(
    fileTypes.flatMap((fileType): [string, Operation][] => [
      [`exports.all ${fileType}`, { act: (client) => kept(client, 'all', fileType) }],
      [`exports.delta ${fileType}`, { act: (client) => kept(client, 'delta', fileType), isEffect: true }],
      [
        `exports.all ${fileType}, bytes`,
        { act: async (client) => drained((await client.exports.all(fileType, {})).bytes()) },
      ],
    ]),
  ),
}

async function drained(parts: AsyncIterable<unknown>): Promise<string> {
  for await (const _part of parts);
  return 'read to its end'
}

let folder = ''
async function kept(client: ServiceClient, operation: 'all' | 'delta', fileType: FileType): Promise<string> {
  const path = join(folder, `export.${fileType}`)
  const download: ExportDownload = await client.exports[operation](fileType, {})
  await download.save(path)
  await rm(path)
  return 'kept as a file'
}

let server: Raw
let client: ServiceClient
let answer: string | Buffer = ''
const said: string[] = []
const journal: EffectJournal = {
  begin: async ({ id = 'new' }) => ({
    id,
    signal: new AbortController().signal,
    settle: () => void said.push('known'),
    lose: ({ code }) => void said.push(code),
  }),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-hostile-'))
  server = await serve((_seen, response) => response.end(answer))
  client = makeClient(server.url, {
    journal,
    limits: { retriesPerMinute: 0 },
    learned: { get: () => ({ firstPage: 1, exportMethod: 'POST', blacklistForm: 'body' }), set: () => undefined },
  }).client
})
afterAll(async () => {
  await client.close()
  await server.close()
  await rm(folder, { recursive: true })
})

const notUnderstood = ['unexpected-answer', 'malformed-answer', 'not-json', 'incomplete-export']

describe.each(Object.entries({ ...operations, ...exports }))('%s', (_name, { act, isEffect = false, takes = {} }) => {
  const hostile = Object.entries(answers).filter(([title]) => !(title in takes))

  test.each(hostile)('does not turn %s into a value', async (_title, body) => {
    answer = body
    said.length = 0
    const outcome = await act(client).catch((thrown: unknown) => thrown)
    expect(outcome).toBeInstanceOf(AppError)
    const { code, details } = outcome as AppError
    expect(isEffect ? code : 'outcome-unknown').toBe('outcome-unknown')
    expect(notUnderstood).toContain(isEffect ? details.causeCode : code)
    expect(said).toEqual(isEffect ? ['outcome-unknown'] : [])
    // A delta’s rows are kept under another name, because the service does not send them again.
    expect((await readdir(folder)).filter((name) => /^export\.\w+$/.test(name))).toEqual([])
  })

  test.each(Object.entries(takes))('reads %s as documented', async (title, value) => {
    answer = answers[title]!
    await expect(act(client)).resolves.toEqual(value)
  })
})
