import { expect, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { aSend, ServiceClient } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const demo = { smtp: false, scenario: 'demo' } as const

async function keysOf(data?: string, key?: string) {
  const sandbox = await createSandbox({ smtp: false, data, key })
  const keys = sandbox.control.keys().map((one) => one.key)
  await sandbox.close()
  return { ...sandbox.credentials, keys }
}

async function deleteStartKey({ data }: { data: string }): Promise<void> {
  const { sandbox, client } = await openSandbox({ data })
  const { id } = sandbox.control.keys()[0]!
  expect((await client.call({ method: 'DELETE', path: `/settings/apikeys/${id}` })).status).toBe(200)
  expect((await client.get('/account')).status).toBe(401)
  await sandbox.close()
}

test('every sandbox has different keys', async () => {
  const { sandbox: one } = await openSandbox(demo)
  const { sandbox: other } = await openSandbox(demo)
  const keys = [one, other].flatMap(({ control }) => control.keys().map(({ key }) => key))
  expect(new Set(keys).size).toBe(10)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
  expect(one.credentials.user).toBe(other.credentials.user)
})

test('the keys of a data folder survive a restart and a reset', async () => {
  await withDataFolder(async (data) => {
    const first = await keysOf(data)
    expect(await keysOf(data)).toEqual(first)
    const { sandbox } = await openSandbox({ data })
    sandbox.control.reset('demo')
    const planted = sandbox.control.keys()
    sandbox.control.reset('demo')
    expect(sandbox.control.keys()).toEqual(planted)
    expect(planted[0]!.key).toBe(first.key)
    const client = ServiceClient.of({ url: sandbox.url, credentials: first })
    expect((await client.get('/settings/apikeys')).status).toBe(200)
    client.close()
  })
})

test('a given key is used, even for existing data', async () => {
  await withDataFolder(async (data) => {
    expect((await keysOf(data, 'asked-for')).key).toBe('asked-for')
    expect((await keysOf(data)).key).toBe('asked-for')
    expect((await keysOf(data, 'another-one')).keys).toEqual(['another-one'])
  })
})

test('after the only key was deleted, a restart gives a key that works', async () => {
  await withDataFolder(async (data) => {
    for (const key of [undefined, 'brand-new-key', undefined]) {
      await deleteStartKey({ data })
      const { sandbox, client } = await openSandbox({ data, key })
      expect(sandbox.credentials).toMatchObject(key === undefined ? {} : { key })
      expect((await client.get('/account')).status).toBe(200)
      expect(sandbox.control.keys()).toHaveLength(1)
      await sandbox.close()
    }
  })
})

test('a given key never replaces the secret of a key that somebody else added', async () => {
  await withDataFolder(async (data) => {
    const { control, close } = await createSandbox({ data, smtp: false, scenario: 'demo' })
    const others = control.keys().slice(1)
    await close()
    await deleteStartKey({ data })
    expect(await keysOf(data)).toMatchObject({ key: others[0]!.key, keys: others.map(({ key }) => key) })
    const given = await keysOf(data, 'my-own-key-1')
    expect(given.keys).toEqual([...others.map(({ key }) => key), 'my-own-key-1'])
    expect((await keysOf(data, others[1]!.key)).keys).toEqual(given.keys)
    const { client } = await openSandbox({ data, key: 'my-own-key-2' })
    expect((await client.get('/account')).status).toBe(200)
  })
})

test('a foreign host name and a page of another origin get no response from the service', async () => {
  const { sandbox, client } = await openSandbox({ hosts: ['Sandbox.internal'] })
  const { port, origin } = new URL(sandbox.url)
  const call = async (headers: Record<string, string>) => {
    const answer = await client.call({ method: 'GET', path: '/settings/apikeys', headers })
    return [answer.status, (answer.json as { code?: string }).code]
  }
  const right = [200, undefined]
  expect(await call({})).toEqual(right)
  for (const name of ['127.0.0.1', 'localhost', '[::1]', 'sandbox.internal', 'LOCALHOST']) {
    expect(await call({ Host: `${name}:${port}` })).toEqual(right)
    expect(await call({ Host: name })).toEqual(right)
    expect(await call({ Host: `${name}:9000`, Origin: `http://${name}:9000` })).toEqual(right)
  }
  expect(await call({ Origin: origin })).toEqual(right)
  for (const host of [`evil.example:${port}`, '127.0.0.1.evil.example', 'evil@localhost', `localhost:${port}:1`]) {
    expect(await call({ Host: host })).toEqual([421, 'misdirected'])
  }
  for (const foreign of ['http://evil.example', 'null', 'http://localhost:1', 'https://127.0.0.1:1', '']) {
    expect(await call({ Origin: foreign })).toEqual([403, 'foreign-origin'])
  }
  const seen = sandbox.control.requests().map(({ status }) => status)
  expect(seen.slice(0, 9)).toEqual([403, 403, 403, 403, 403, 421, 421, 421, 421])
})

test('health needs no key, and a missing version segment is explained', async () => {
  const { sandbox } = await openSandbox()
  const root = new ServiceClient(new URL(sandbox.url).origin, { user: '', key: '' })
  expect((await root.get('/livez')).status).toBe(200)
  expect((await root.get('/readyz')).status).toBe(200)
  const answer = await root.post('/messages/send', aSend('a@x.org'))
  expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('/v1')])
  root.close()
})
