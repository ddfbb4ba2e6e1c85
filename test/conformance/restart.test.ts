import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { day, hour, openAccount, startAccount, type Account, type Json } from './support/account.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'conformance-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function everything(account: Account): Promise<Json> {
  const read = ['domains', 'tags', 'activities', 'bounces', 'emailplatforms', 'localisations', 'messages']
  const answers = await Promise.all(read.map((name) => account.post(`/statistics/${name}`)))
  return { ...(await account.stored()), answers, templates: await account.get('/settings/templates/list') }
}

test('a restart changes no response and no mark', async () => {
  const data = folder()
  const before = await startAccount({ data })
  await before.post('/settings/apikeys', { description: 'kept' })
  const headers = { 'X-SVC-TAGS': ['t'], 'X-SVC-META': { a: 1 } }
  await before.send(['click+2@x.org', 'bounce@x.org', 'defer@x.org'], {}, { headers })
  await before.pass(hour)
  expect(await before.post('/export/json/delta')).toHaveLength(3)
  await before.send('later@x.org')
  const told = await everything(before)
  await before.close()
  const after = await openAccount({ data })
  expect(await everything(after)).toEqual(told)
  expect(await after.post('/export/json/delta')).toMatchObject([{ email: 'later@x.org' }])
  expect(await after.post('/export/csv/delta').catch((error: unknown) => String(error))).toContain('click+2@x.org')
  await after.pass(day)
  expect((await after.record('later@x.org')).lastState).toBe('delivered')
})

/** A delta response whose reader has paused. */
function slowDelta(account: Account): Promise<IncomingMessage> {
  const { hostname, port, pathname } = new URL(account.sandbox.url)
  const { user, key } = account.sandbox.credentials
  const headers = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key, 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const path = `${pathname}/export/json/delta`
    const outgoing = request({ hostname, port, path, method: 'POST', headers, agent: false })
    outgoing.on('response', resolve).on('error', reject).end('{}')
  })
}

test('changes during the reading of a delta are in the next one', async () => {
  const account = await openAccount()
  const count = 20_000
  for (let part = 0; part < 2; part++) {
    await account.send(Array.from({ length: count / 2 }, (_, at) => `recipient-${part}-${at}@domain-${at % 9}.example`))
  }
  const response = await slowDelta(account)
  await account.send(['new@x.org', 'bounce@x.org'])
  await account.pass(10)
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const first = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; lastState: string }[]
  const second = (await account.post('/export/json/delta')) as typeof first
  const last = new Map([...first, ...second].map(({ id, lastState }) => [id, lastState]))
  expect(first.length).toBe(new Set(first.map(({ id }) => id)).size)
  expect([last.size, new Set(last.values())]).toEqual([count + 2, new Set(['delivered', 'hardbounced'])])
  expect(await account.post('/export/json/delta')).toEqual([])
})

test('two deltas at once lose nothing', async () => {
  const account = await openAccount()
  await account.send(Array.from({ length: 5000 }, (_, at) => `r${at}@x.org`))
  const answers = (await Promise.all([1, 2].map(() => account.post('/export/json/delta')))) as { id: string }[][]
  expect(new Set(answers.flat().map(({ id }) => id)).size).toBe(5000)
  expect(await account.post('/export/json/delta')).toEqual([])
})
