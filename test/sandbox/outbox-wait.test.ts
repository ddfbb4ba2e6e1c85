import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { OutboxMessage } from '#shared/contract/sandbox.ts'
import { aSend, ServiceClient } from './support/service-client.ts'
import { createPublicSandbox } from '#sandbox/public/index.ts'
import { openSandbox, type Opened } from './support/open-sandbox.ts'

/** Long enough for a slow machine: a wait that works ends at once. */
const timeout = 60_000

/** Tracked links and controls need no key. */
function atOrigin({ sandbox }: Opened): ServiceClient {
  return new ServiceClient(new URL(sandbox.url).origin, { user: '', key: '' })
}

function admin(opened: Opened) {
  const client = atOrigin(opened)
  const headers = { 'x-sandbox-token': opened.sandbox.adminToken }
  return (query: string) => client.call({ method: 'GET', path: `/admin/outbox${query}`, headers })
}

const signIn = { subject: 'Sign in', text: 'Your code is 482913.' }
const idOf = ({ sandbox }: Opened): string => sandbox.control.outbox(1)[0]!.id

test('a message lists its links and codes', async () => {
  const opened = await openSandbox()
  const html = '<p>Your code: <b>482 913</b></p><a href="https://shop.example/verify">Verify</a>'
  await opened.client.post('/messages/send', aSend('ada@x.org', { ...signIn, html }))
  const { json } = await admin(opened)(`/${idOf(opened)}`)
  const { links, codes } = json as OutboxMessage
  expect(codes).toEqual(['482913'])
  expect(links).toEqual([
    { text: 'Verify', target: 'https://shop.example/verify', url: expect.stringMatching(/^http:\/\/127/) as string },
  ])
  const click = await atOrigin(opened).get(new URL(links[0]!.url).pathname)
  expect(click.headers['location']).toBe(links[0]!.target)
})

test('a wait refuses a search and a page, which it would ignore', async () => {
  const opened = await openSandbox()
  await opened.client.post('/messages/send', aSend('ada@x.org', signIn))
  const ask = admin(opened)
  for (const query of ['?text=invoice&wait=0', '?limit=5&wait=0', '?before=x&wait=0']) {
    const { status, json } = await ask(query)
    expect([status, (json as { error: string }).error]).toEqual([400, expect.stringContaining('Use to, subject')])
  }
  expect((await ask('?to=ada@x.org&wait=0')).status).toBe(200)
})

test('the outbox is filtered by address, domain, subject, tag, state, code and age', async () => {
  const opened = await openSandbox()
  const { client, sandbox } = opened
  await client.post('/messages/send', aSend(['ada@x.org', 'joada@x.org'], signIn))
  const after = idOf(opened)
  await client.post(
    '/messages/send',
    aSend('bob@y.org', { subject: 'ÄRGER mit code' }, { headers: { 'X-SVC-TAGS': ['two words'] } }),
  )
  await client.post('/messages/send', aSend('bounce@z.org'))
  await sandbox.control.advance('hour')
  const ask = admin(opened)
  const found = async (query: string) => ((await ask(query)).json as { email: string }[]).map(({ email }) => email)
  expect(await found('?to=ADA@x.org')).toEqual(['ada@x.org'])
  expect(await found('?to=@x.org')).toEqual(['joada@x.org', 'ada@x.org'])
  expect(await found('?to=ada')).toEqual(['joada@x.org', 'ada@x.org'])
  expect(await found(`?subject=${encodeURIComponent('ärger MIT')}`)).toEqual(['bob@y.org'])
  expect(await found('?tag=two%20words')).toEqual(['bob@y.org'])
  expect(await found('?tag=two')).toEqual([])
  expect(await found('?state=hardbounced')).toEqual(['bounce@z.org'])
  expect(await found('?code=true&limit=1')).toEqual(['joada@x.org'])
  expect(await found(`?after=${after}`)).toEqual(['bounce@z.org', 'bob@y.org'])
  expect(await sandbox.outbox.list({ to: '@y.org' })).toMatchObject([{ email: 'bob@y.org', tags: ['two words'] }])
  for (const query of [
    '?state=gone',
    '?after=gone',
    '?wait=soon',
    '?wait=120001',
    '?advance=day',
    '?wait=1&advance=x',
  ]) {
    expect((await ask(query)).status).toBe(400)
  }
})

test('a wait returns the newest matching message, whether it already exists or arrives later', async () => {
  const opened = await openSandbox()
  const { client, sandbox } = opened
  const ask = admin(opened)
  await client.post('/messages/send', aSend('ada@x.org', { subject: 'One' }))
  await client.post('/messages/send', aSend('ada@x.org', { subject: 'Two' }))
  const there = await ask(`?to=ada@x.org&wait=${timeout}`)
  expect(there.json).toMatchObject([
    { subject: 'Two', text: expect.stringContaining('Hello there') as string, codes: [] },
  ])

  const later = ask(`?to=ada@x.org&code=true&wait=${timeout}`)
  const newer = sandbox.outbox.waitFor({ subject: 'thr', after: idOf(opened), timeout })
  await client.post('/messages/send', aSend('ada@x.org', { subject: 'Three' }))
  await client.post('/messages/send', aSend('bob@x.org', signIn))
  await client.post('/messages/send', aSend('ada@x.org', signIn))
  expect((await later).json).toMatchObject([{ subject: 'Sign in', codes: ['482913'] }])
  expect(await newer).toMatchObject({ subject: 'Three' })
})

test('a wait notices a state that the clock or a reader causes', async () => {
  const opened = await openSandbox()
  const { client, sandbox } = opened
  const delivered = sandbox.outbox.waitFor({ state: 'delivered', timeout })
  await client.post('/messages/send', aSend('ada@x.org', { text: 'Bye: {{unsubscribe}}' }))
  await sandbox.control.advance(1000)
  expect(await delivered).toMatchObject({ email: 'ada@x.org', lastState: 'delivered' })

  const left = admin(opened)(`?state=unsubscribed&wait=${timeout}`)
  const [link] = (await sandbox.outbox.message(idOf(opened)))!.links
  await atOrigin(opened).post(new URL(link!.url).pathname)
  expect((await left).json).toMatchObject([{ lastState: 'unsubscribed' }])
})

test('a wait advances the clock once if nothing matches at first', async () => {
  const { client, sandbox } = await openSandbox()
  const { now } = sandbox.clock.state()
  await client.post('/messages/send', aSend(['ada@x.org', 'bounce@x.org']))
  const bounced = { to: 'bounce@x.org', state: 'hardbounced', timeout } as const
  expect(await sandbox.outbox.waitFor(bounced, { advance: 'hour' })).toMatchObject({ lastState: 'hardbounced' })
  expect(await sandbox.outbox.waitFor(bounced, { advance: 'hour' })).toMatchObject({ lastState: 'hardbounced' })
  expect(sandbox.clock.now() - now).toBe(3_600_000)
})

test('after a reset, a wait finds a message of the scenario', async () => {
  const { sandbox } = await openSandbox()
  const waiting = sandbox.outbox.waitFor({ state: 'delivered', timeout })
  sandbox.control.reset('demo')
  expect(await waiting).toMatchObject({ lastState: 'delivered' })
})

test('a mistyped filter is refused, because it would match every message', async () => {
  const opened = await openSandbox()
  await opened.client.post('/messages/send', aSend('ada@x.org'))
  const ask = admin(opened)
  for (const query of ['?too=bob@x.org', '?to=ada@x.org&tags=order&wait=1']) expect((await ask(query)).status).toBe(400)
  expect((await ask('?foo=1')).json).toMatchObject({
    error: 'There is no filter "foo". Use to, subject, tag, code, state, after, text, limit, before, wait or advance.',
  })
  await using sandbox = await createPublicSandbox({ smtp: false })
  const mistyped = { subject: 'Hello', too: 'bob@x.org' }
  await expect(sandbox.outbox.waitFor(mistyped)).rejects.toThrow(
    'There is no filter "too". Use to, subject, tag, code, state, after or timeout.',
  )
  await expect(sandbox.outbox.list(mistyped)).rejects.toThrow('There is no filter "too".')
})

test('a mistyped option or scenario is refused, because the sandbox would run without it', async () => {
  const mistyped: object = { smtp: false, scenaro: 'demo' }
  await expect(createPublicSandbox(mistyped)).rejects.toThrow('There is no option "scenaro". Use port, smtp,')
  const wrong = { smtp: false, scenario: 'dmeo' as 'demo' }
  const sentence = 'There is no scenario "dmeo". Use empty, demo or million.'
  await expect(createPublicSandbox(wrong)).rejects.toThrow(sentence)
  await using sandbox = await createPublicSandbox({ smtp: false })
  expect(() => sandbox.reset(wrong.scenario)).toThrow(sentence)
  const ofFork: object = { snapshots: 'base' }
  await expect(sandbox.fork(ofFork)).rejects.toThrow('There is no option "snapshots". Use snapshot, port, smtp or key.')
})

test('a wait may have no end, and closing the sandbox ends it and everything after it', async () => {
  const sandbox = await createPublicSandbox({ smtp: false })
  const waiting = sandbox.outbox.waitFor({ timeout: Infinity })
  // A timer that is too long for Node would have gone off by the end of this call.
  const client = ServiceClient.of(sandbox)
  expect((await client.get('/settings/apikeys')).status).toBe(200)
  client.close()
  await Promise.all([expect(waiting).rejects.toThrow('The sandbox was closed'), sandbox.close()])
  await sandbox.settle()
})

test('a wait that times out lists the newest messages and why they did not match', async () => {
  const opened = await openSandbox()
  const { client } = opened
  const ask = admin(opened)
  expect((await ask('?to=ada@x.org&wait=1')).text).toContain('The outbox is empty.')
  await client.post('/messages/send', aSend('ada@x.org', { subject: 'Old' }))
  await client.post('/messages/send', aSend('bob@x.org', signIn))
  await client.post('/messages/send', aSend('ada@x.org', { subject: 'Welcome' }))
  await client.post('/messages/send', aSend('ada@x.org', { subject: 'Sign in' }))
  const { status, json } = await ask('?to=ada@x.org&subject=sign%20in&code=true&wait=1')
  expect(status).toBe(408)
  expect((json as { error: string }).error).toBe(
    'No message that matches to "ada@x.org", subject "sign in" and a one-time code arrived within 1 ms. The newest messages: "Sign in" to ada@x.org has no one-time code; "Welcome" to ada@x.org has another subject; "Sign in" to bob@x.org has another recipient.',
  )
})

test('a wait ends with its client, its signal and the sandbox', async () => {
  const { sandbox, errors } = await openSandbox()
  const gone = new AbortController()
  const headers = { 'x-sandbox-token': sandbox.adminToken }
  const call = request(`${sandbox.adminUrl}/outbox?to=ada&wait=${timeout}`, { headers }).end()
  await expect.poll(() => sandbox.outbox.waiting).toBe(1)
  const cut = once(call, 'error')
  call.destroy(new Error('The client leaves.'))
  await cut
  await expect.poll(() => sandbox.outbox.waiting).toBe(0)
  const own = sandbox.outbox.waitFor({ to: 'ada', timeout }, { signal: gone.signal })
  gone.abort(new Error('The test is over.'))
  await expect(own).rejects.toThrow('The test is over.')
  await expect(sandbox.outbox.waitFor({}, { signal: gone.signal })).rejects.toThrow('The test is over.')
  const open = sandbox.outbox.waitFor({ to: 'ada', timeout })
  await Promise.all([expect(open).rejects.toThrow('The sandbox was closed'), sandbox.close()])
  expect(errors).toEqual([])
})

test('a hundred callers can wait at once, each for a different message', async () => {
  const opened = await openSandbox()
  const ask = admin(opened)
  const people = Array.from({ length: 100 }, (_, at) => `user${at}@x.org`)
  const waiting = people.map((to) => ask(`?to=${to}&code=true&wait=${timeout}`))
  await opened.client.post('/messages/send', aSend(people, signIn))
  const found = (await Promise.all(waiting)).map(({ json }) => (json as OutboxMessage[])[0]!.email)
  expect(found).toEqual(people)
})
