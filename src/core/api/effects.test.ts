import { describe, expect, test } from 'vitest'
import type { EffectJournal, ExportDownload, ServiceClient } from './index.ts'
import { invoice, json, startPair, type Seen } from '#test/support/api-client.ts'
import { holdPort } from '#test/support/connections/held-port.ts'
import { clientOf } from '#test/support/failing-service.ts'

const template = {
  description: 'Invoice',
  from: { address: 's@x.org', personalName: '' },
  subject: 's',
  htmlContent: 'h',
  textContent: 't',
}

const effects: [string, (client: ServiceClient) => Promise<unknown>, object][] = [
  ['send', (client) => client.messages.send(invoice), { kind: 'send', from: 'shop@example.com' }],
  ['add key', (client) => client.settings.addApiKey({ description: 'new' }), { kind: 'api-key', description: 'new' }],
  [
    'change key',
    (client) => client.apiKeys.change('7', { description: 'new' }),
    { kind: 'api-key-change', id: '7', description: 'new', filter: null },
  ],
  [
    'remove key',
    (client) => client.apiKeys.remove({ id: '7', description: 'old' }),
    { kind: 'api-key-removal', id: '7', description: 'old' },
  ],
  [
    'domain',
    (client) => client.settings.addOrUpdateDomain({ sending: 'x.org', tracking: 't.x.org', email: 'e@x.org' }),
    { kind: 'domain', sending: 'x.org' },
  ],
  ['domain test', (client) => client.extras.testDomain('x.org'), { kind: 'domain-test', sending: 'x.org' }],
  ['template', (client) => client.templates.update('7', template), { kind: 'template', id: '7', from: 's@x.org' }],
  ['new template', (client) => client.templates.add(template), { kind: 'new-template' }],
  [
    'remove template',
    (client) => client.templates.remove({ id: '7', description: 'old' }),
    { kind: 'template-removal', id: '7', description: 'old' },
  ],
  [
    'test template',
    (client) => client.templates.test({ id: '7', description: 'old' }, 'a@x.org'),
    { kind: 'template-test', description: 'old', email: 'a@x.org' },
  ],
  [
    'add webhook',
    (client) => client.webhooks.add({ url: 'http://127.0.0.1/', description: 'Shop', events: ['opened'] }),
    { kind: 'webhook', url: 'http://127.0.0.1/', description: 'Shop' },
  ],
  [
    'change webhook',
    (client) => client.webhooks.change('7', { events: ['opened'] }),
    { kind: 'webhook-change', id: '7', url: null, description: null, events: ['opened'] },
  ],
  [
    'delta export',
    async (client) => {
      const download = await client.exports.delta('json', {})
      for await (const batch of download.records()) expect(batch.problems).toEqual([])
    },
    { kind: 'delta', fileType: 'json' },
  ],
  [
    'blacklisting',
    (client) => client.extras.addBlacklisted({ type: 'bounces', email: 'a@x.org' }),
    { kind: 'blacklist', list: '', listed: true },
  ],
  [
    'taking off a blacklist',
    (client) => client.extras.removeBlacklisted('bounces', 'a@x.org'),
    { kind: 'blacklist', listed: false },
  ],
]

describe.each(effects)('%s', (_name, act, check) => {
  test.each([
    ['a lost connection', (_seen: Seen, response: Parameters<typeof json>[0]) => response.destroy()],
    ['a gateway that gave up', (_seen: Seen, response: Parameters<typeof json>[0]) => json(response, {}, 504)],
    ['a web page', (_seen: Seen, response: Parameters<typeof json>[0]) => response.end('<html>ok</html>')],
  ])('after %s the outcome is unknown, and it was asked once', async (_what, answer) => {
    const { server, client, options } = await startPair(answer)
    await expect(act(client)).rejects.toMatchObject({
      code: 'outcome-unknown',
      retryable: false,
      details: { check, advice: expect.any(String), causeCode: expect.any(String) },
    })
    expect(server.seen).toHaveLength(1)
    expect(options.callLog.entries()).toHaveLength(1)
  })

  test('when no answer comes in time the outcome is unknown, and it was asked once', async () => {
    const { server, client, clock } = await startPair(() => clock.advance(60 * 60_000))
    await expect(act(client)).rejects.toMatchObject({ code: 'outcome-unknown', details: { causeCode: 'timeout' } })
    expect(server.seen).toHaveLength(1)
  })

  test.each([
    [400, 'invalid-request'],
    [429, 'rate-limited'],
    [503, 'service-error'],
  ])('status %i means that nothing was changed', async (status, code) => {
    const { server, client } = await startPair((_seen, response) => json(response, {}, status, { 'retry-after': '0' }))
    await expect(act(client)).rejects.toMatchObject({ code })
    expect(server.seen).toHaveLength(1)
  })

  test('a read-only account sends nothing', async () => {
    const { server, client } = await startPair((_seen, response) => json(response, {}), {
      profileChanges: { readOnly: true },
    })
    await expect(act(client)).rejects.toMatchObject({ code: 'read-only-account' })
    expect(server.seen).toEqual([])
  })

  test('a call that never left this computer has no unknown outcome', async () => {
    const { client } = clientOf(`http://127.0.0.1:${holdPort().port}/v1`)
    await expect(act(client)).rejects.toMatchObject({ code: 'connection-refused' })
  })
})

describe('the journal', () => {
  function journal() {
    const said: string[] = []
    const begin: EffectJournal['begin'] = async ({ id = 'new', operation, check }) => {
      said.push(`begin ${operation} ${check.kind}`)
      const { signal } = new AbortController()
      return { id, signal, settle: () => said.push('known'), lose: ({ code }) => said.push(`lost ${code}`) }
    }
    return { said, begin }
  }

  test('notes an effect before it is sent, and its answer', async () => {
    const notes = journal()
    const { client } = await startPair(
      (_seen, response) => {
        notes.said.push('asked')
        json(response, { status: 'success' })
      },
      { journal: notes },
    )
    await client.messages.send(invoice)
    expect(notes.said).toEqual(['begin messages.send send', 'asked', 'known'])
  })

  test('notes neither effects that are refused here nor reads', async () => {
    const notes = journal()
    const { client } = await startPair((_seen, response) => json(response, []), {
      journal: notes,
      profileChanges: { readOnly: true },
    })
    await expect(client.messages.send(invoice)).rejects.toMatchObject({ code: 'read-only-account' })
    await client.settings.apiKeys()
    expect(notes.said).toEqual([])
  })

  test('notes a refusal of the service', async () => {
    const notes = journal()
    const { client } = await startPair((_seen, response) => json(response, {}, 400), { journal: notes })
    await expect(client.messages.send(invoice)).rejects.toMatchObject({ code: 'invalid-request' })
    expect(notes.said).toEqual(['begin messages.send send', 'known'])
  })

  test.each<[string, string, (download: ExportDownload) => Promise<void>]>([
    [
      'read to its end is known',
      'known',
      async (download) => {
        for await (const { problems } of download.records()) expect(problems).toEqual([])
      },
    ],
    [
      'left in the middle is lost',
      'lost outcome-unknown',
      async (download) => {
        for await (const _batch of download.records()) break
      },
    ],
    ['cancelled before it was read is lost', 'lost outcome-unknown', async (download) => download.cancel()],
  ])('a delta export that was %s', async (_what, end, use) => {
    const notes = journal()
    const { client } = await startPair((_seen, response) => json(response, [{ id: 1 }]), { journal: notes })
    await use(await client.exports.delta('json', {}))
    expect(notes.said).toEqual(['begin exports.delta delta', end])
  })
})

test('a cancelled send that was begun has an unknown outcome', async () => {
  const { server, client } = await startPair(() => undefined)
  const stop = new AbortController()
  const sent = client.messages.send(invoice, { signal: stop.signal, sendId: 'mark-1' })
  await expect.poll(() => server.seen.length).toBe(1)
  stop.abort()
  await expect(sent).rejects.toMatchObject({
    code: 'outcome-unknown',
    details: { causeCode: 'aborted', check: { sendId: 'mark-1' } },
  })
})

test('failure is an error, and an unknown status is neither success nor failure', async () => {
  const answers = [
    { status: 'failure', message: 'quota used up' },
    { status: 'perhaps' },
    {},
    { status: 'Success', extra: 1 },
  ]
  const { client } = await startPair((_seen, response, count) => json(response, answers[count - 1]))
  await expect(client.messages.send(invoice)).rejects.toMatchObject({
    code: 'service-failure',
    message: expect.stringContaining('quota used up'),
  })
  await expect(client.messages.send(invoice)).rejects.toMatchObject({ code: 'outcome-unknown' })
  await expect(client.messages.send(invoice)).rejects.toMatchObject({ code: 'outcome-unknown' })
  await expect(client.messages.send(invoice)).resolves.toMatchObject({ answer: { extra: 1 } })
})
