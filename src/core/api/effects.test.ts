import { describe, expect, test } from 'vitest'
import type { EffectJournal, ExportDownload, ServiceClient } from './index.ts'
import { invoice, json, startPair, type Seen } from '#test/support/api-client.ts'

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
  ['template', (client) => client.templates.update('7', template), { kind: 'template', id: '7' }],
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
    { kind: 'blacklist', listed: true },
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
    const { server, client } = await startPair((_seen, response) => json(response, {}))
    await server.close()
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

describe('checking', () => {
  const record = (id: string, sendId: string) => ({ id, meta: { mailroom_send: sendId }, msg: { email: 'a@x.org' } })

  test('a send is found by its mark over several pages, and its absence is certain only when all was seen', async () => {
    const pages = [[record('m1', 'other'), record('m2', 'other')], [record('m3', 'mine')], []]
    const { server, client } = await startPair(
      (seen, response) => {
        const { page } = JSON.parse(seen.body) as { page: number }
        json(response, { messages: pages[page - 1] ?? [], total: 3 })
      },
      { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } },
    )
    const check = await client.checkSend('mine', { from: 'shop@example.com', sentAt: Date.UTC(2026, 0, 31, 12) })
    expect(check).toMatchObject({ found: [{ id: 'm3' }], searched: 3, complete: true })
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      froms: ['shop@example.com'],
      dateBegin: '2026-01-31T11:45:00',
      pageSize: 500,
    })
    expect(await client.checkSend('nobody')).toMatchObject({ found: [], complete: true })
  })

  test.each([
    [{ kind: 'send', sendId: null, sentAt: 0, from: '', recipients: 1 } as const, {}, 'cannot-tell'],
    [
      { kind: 'send', sendId: 's', sentAt: 0, from: '', recipients: 1 } as const,
      { messages: [record('1', 's')], total: 1 },
      'happened',
    ],
    [
      { kind: 'send', sendId: 's', sentAt: 0, from: '', recipients: 1 } as const,
      { messages: [], total: 0 },
      'not-found',
    ],
    [{ kind: 'api-key', description: 'd', startedAt: 0 } as const, [{ id: 1, description: 'd' }], 'happened'],
    [
      { kind: 'api-key', description: 'd', startedAt: 1e12 } as const,
      [{ id: 1, description: 'd', createdAt: 5 }],
      'not-found',
    ],
    [{ kind: 'api-key', description: 'd', startedAt: 0 } as const, [], 'not-found'],
    [
      { kind: 'send', sendId: 's', sentAt: 0, from: '', recipients: 1 } as const,
      { messages: [record('1', 'r'), {}], total: 2 },
      'cannot-tell',
    ],
    [{ kind: 'api-key', description: 'd', startedAt: 0 } as const, [{ id: 1, description: 'e' }, {}], 'cannot-tell'],
    [{ kind: 'domain', sending: 'x.org' } as const, [{ id: 1, sending: 'y.org' }, {}], 'cannot-tell'],
    [{ kind: 'new-template', description: 'd' } as const, [{ id: 1, description: 'e' }, {}], 'cannot-tell'],
    [{ kind: 'domain', sending: 'X.org' } as const, [{ id: 1, sending: 'x.org' }], 'happened'],
    [{ kind: 'new-template', description: 'd' } as const, [{ id: 1, description: 'e' }], 'not-found'],
    [{ kind: 'template', id: '1', description: 'd', subject: '', htmlHash: '' } as const, { id: 1 }, 'not-found'],
    [{ kind: 'blacklist', type: 'bounces', email: 'a@x', listed: true } as const, { email: 'a@x' }, 'happened'],
    [{ kind: 'delta', fileType: 'csv' } as const, {}, 'cannot-tell'],
    [{ kind: 'domain-test', sending: 'x.org' } as const, {}, 'cannot-tell'],
  ])('%j answered with %j is %s', async (check, answer, outcome) => {
    const { client } = await startPair((_seen, response) => json(response, answer), {
      learned: { get: () => ({ firstPage: 1 }), set: () => undefined },
    })
    expect(await client.checkOutcome(check)).toMatchObject({ outcome, text: expect.stringMatching(/\.$/) })
  })

  test.each([
    [1, 0, 'happened', 'It was sent: the service has 1 record of it, delivered.'],
    [
      3,
      0,
      'cannot-tell',
      'Sending began: for 3 recipients the service has 1 record of it, delivered so far. More may follow',
    ],
    [3, 3_600_000, 'happened', 'It was sent: for 3 recipients the service has 1 record of it, delivered.'],
  ])('one record of a send to %i, %i ms ago, is %s', async (recipients, age, outcome, text) => {
    const { client } = await startPair((_seen, response) =>
      json(response, { messages: [{ ...record('1', 's'), lastState: 'delivered' }], total: 1 }),
    )
    const check = { kind: 'send', sendId: 's', sentAt: Date.now() - age, from: '', recipients } as const
    const answer = await client.checkOutcome(check)
    expect(answer).toMatchObject({ outcome, text: expect.stringContaining(text), messages: ['1'] })
  })

  test('an account that cannot read back says so', async () => {
    const { client } = await startPair((_seen, response) => json(response, {}, 404))
    for (const check of [
      { kind: 'domain', sending: 'x.org' },
      { kind: 'blacklist', type: 'bounces', email: 'a@x', listed: false },
    ] as const) {
      expect(await client.checkOutcome(check)).toMatchObject({ outcome: 'cannot-tell' })
    }
  })
})
