import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { emailPlatformForms } from '#shared/domain/service/statistics.ts'
import type { ServiceClient } from './index.ts'
import { makeClient, serve, type Raw } from '#test/support/api-client.ts'

let server: Raw
let client: ServiceClient
let answer = ''

beforeAll(async () => {
  server = await serve((_seen, response) => response.end(answer))
  client = makeClient(server.url, {
    limits: { retriesPerMinute: 0 },
    learned: { get: () => ({ firstPage: 1, exportMethod: 'POST', blacklistForm: 'body' }), set: () => undefined },
  }).client
})
afterAll(async () => {
  await client.close()
  await server.close()
})

const template = {
  description: 'd',
  from: { address: 'a@x', personalName: '' },
  subject: '',
  htmlContent: '',
  textContent: '',
}

const calls: (() => Promise<unknown>)[] = [
  () => client.statistics.messages({ page: 1 }),
  () => client.statistics.message('1'),
  () => client.statistics.recipient('a@x.org'),
  () => client.statistics.sends({}),
  () => client.statistics.links({}),
  () => client.statistics.domains({}),
  () => client.statistics.activities({}),
  () => client.statistics.bounces({}),
  ...emailPlatformForms.map((form) => () => client.statistics.emailPlatforms(form, {})),
  () => client.statistics.localisations({}),
  () => client.settings.apiKeys(),
  () => client.settings.addApiKey({ description: 'd' }),
  () => client.settings.addOrUpdateDomain({ sending: 'a', tracking: 'b', email: 'c' }),
  () => client.templates.update('1', template),
  () => client.messages.send({ to: [{ address: 'a@x.org' }], from: { address: 'b@x.org' }, subject: '' }),
  () => client.blacklists.list({ type: 'bounces' }),
  () => client.users.get('1'),
  () => client.extras.domains(),
  () => client.extras.testDomain('x'),
  () => client.templates.add(template),
  () => client.templates.get('1'),
  () => client.templates.list(),
  () => client.templates.remove({ id: '1', description: 'd' }),
  () => client.templates.test({ id: '1', description: 'd' }, 'a@x.org'),
  () => client.extras.addBlacklisted({ type: 'bounces', email: 'a@x.org' }),
  () => client.extras.account(),
  async () => {
    for await (const _batch of (await client.exports.all('json', {})).records());
  },
]

const words = fc.constantFrom(
  'messages',
  'total',
  'status',
  'bounces',
  'id',
  'msg',
  'open',
  'success',
  '__proto__',
  'x',
)
const json = fc.oneof(
  fc.json(),
  fc.dictionary(words, fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.array(fc.dictionary(words, fc.jsonValue())).map((value) => JSON.stringify(value)),
)
const broken = fc
  .tuple(json, fc.nat(30), fc.string({ maxLength: 3 }))
  .map(([text, at, junk]) => text.slice(0, at) + junk + text.slice(at))
const anything = fc.oneof(json, broken, fc.string())

test('every answer becomes a value or an AppError', async () => {
  await fc.assert(
    fc.asyncProperty(anything, fc.nat(calls.length - 1), async (text, which) => {
      answer = text
      const outcome = await calls[which]!().catch((thrown: unknown) => thrown)
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(AppError)
        expect((outcome as AppError).code).not.toBe('internal')
      }
    }),
    { numRuns: 1500 },
  )
})
