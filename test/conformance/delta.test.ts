import { request } from 'node:http'
import { expect, test } from 'vitest'
import { day, expectError, hour, openAccount, start, type Account } from './support/account.ts'
import { column, fileTypes, rowsOf, type FileType } from './support/files.ts'

async function delta(account: Account, fileType: FileType, body: object = {}): Promise<unknown[]> {
  const answer = await account.call('POST', `/export/${fileType}/delta`, { body })
  expect(answer.status).toBe(200)
  return column(rowsOf(fileType, answer), 'Email').sort()
}

/** Reads only the head of the response, and then disconnects. */
function leaveEarly(account: Account, path: string): Promise<void> {
  const { hostname, port, pathname } = new URL(account.sandbox.url)
  const { user, key } = account.sandbox.credentials
  const headers = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key, 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path: pathname + path, method: 'POST', headers, agent: false })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      response.on('error', () => undefined)
      response.once('data', () => response.destroy())
      response.on('close', () => resolve())
    })
    outgoing.end('{}')
  })
}

test.each(fileTypes)(
  '%s: the first delta contains everything, and the next one the changes since',
  async (fileType) => {
    const account = await openAccount()
    await account.send(['a@x.org', 'b@x.org'])
    await account.pass(hour)
    expect(await delta(account, fileType)).toEqual(['a@x.org', 'b@x.org'])
    expect(await delta(account, fileType)).toEqual([])
    await account.send('c@x.org')
    expect(await delta(account, fileType)).toEqual(['c@x.org'])
    expect(await delta(account, fileType)).toEqual([])
  },
)

test('each file type has a separate mark', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  for (const fileType of fileTypes) expect([fileType, await delta(account, fileType)]).toEqual([fileType, ['a@x.org']])
  for (const fileType of fileTypes) expect([fileType, await delta(account, fileType)]).toEqual([fileType, []])
})

test('the mark belongs to the account, whichever key is used', async () => {
  const account = await openAccount()
  const second = (await account.post('/settings/apikeys', { description: 'k' })) as { hash: string; key: string }
  await account.send('a@x.org')
  expect(await delta(account, 'json')).toEqual(['a@x.org'])
  const headers = { 'X-Service-ApiUser': second.hash, 'X-Service-ApiKey': second.key }
  const answer = await account.call('POST', '/export/json/delta', { body: {}, headers })
  expect(column(rowsOf('json', answer), 'Email')).toEqual([])
})

test('a message whose last state changes appears in the next delta again', async () => {
  const account = await openAccount()
  await account.send(['defer@x.org', 'a@x.org'])
  await account.pass(10)
  expect(await delta(account, 'json')).toEqual(['a@x.org', 'defer@x.org'])
  await account.pass(hour)
  expect(await delta(account, 'json')).toEqual(['defer@x.org'])
  await account.send('unsubscribe@x.org')
  await account.pass(5)
  expect(await delta(account, 'json')).toEqual(['unsubscribe@x.org'])
  await account.pass(hour)
  expect(await delta(account, 'json')).toEqual(['unsubscribe@x.org'])
})

test('opens and clicks do not change the last state date, so their messages do not appear again', async () => {
  const account = await openAccount()
  await account.send('click+2@x.org')
  await account.pass(5)
  expect(await delta(account, 'json')).toHaveLength(1)
  await account.pass(day)
  expect(await delta(account, 'json')).toEqual([])
})

test('messages within the same second as the mark are neither lost nor duplicated', async () => {
  const account = await openAccount()
  await account.send('first@x.org')
  expect(await delta(account, 'csv')).toEqual(['first@x.org'])
  await account.send(['second@x.org', 'third@x.org'])
  expect(await delta(account, 'csv')).toEqual(['second@x.org', 'third@x.org'])
  await account.send('fourth@x.org')
  expect(await delta(account, 'csv')).toEqual(['fourth@x.org'])
  expect(await delta(account, 'csv')).toEqual([])
})

test('a response that was cut off does not move the mark', async () => {
  const account = await openAccount()
  await account.send(Array.from({ length: 10_000 }, (_, index) => `recipient-${index}@domain-${index % 9}.example`))
  for (const fileType of ['json', 'csv'] as const) {
    await leaveEarly(account, `/export/${fileType}/delta`)
    expect([fileType, (await delta(account, fileType)).length]).toEqual([fileType, 10_000])
    expect([fileType, (await delta(account, fileType)).length]).toEqual([fileType, 0])
  }
  account.sandbox.faults.set([{ kind: 'cut', path: '/export/xlsx/delta', times: 1 }])
  await expect(account.call('POST', '/export/xlsx/delta', { body: {} })).rejects.toThrow()
  expect((await delta(account, 'xlsx')).length).toBe(10_000)
})

test('neither a refused delta nor an export of everything moves a mark', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  expectError(await account.call('POST', '/export/json/delta', { body: { dateBegin: 'x' } }), 400)
  const headers = { 'X-Service-ApiKey': 'wrong' }
  expectError(await account.call('POST', '/export/json/delta', { body: {}, headers }), 401)
  await account.post('/export/json')
  expect(await delta(account, 'json')).toEqual(['a@x.org'])
})

test('a delta accepts a period, too', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  await account.pass(hour)
  await account.send('b@x.org')
  const period = { dateBegin: start / 1000 + 60, dateEnd: start / 1000 + 2 * hour }
  expect(await delta(account, 'json', period)).toEqual(['b@x.org'])
})

test('only a lenient service accepts GET for a delta', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  expect(await account.get('/export/json/delta')).toHaveLength(1)
  expect(await account.get('/export/json/delta')).toHaveLength(0)
  const strict = await openAccount({ strict: true })
  expectError(await strict.call('GET', '/export/json/delta'), 405)
})
