import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAppAtSandbox, type Ask, type OpenApp } from '#test/support/open-app.ts'
import { startOther } from './support.ts'

let mailroom: OpenApp<Sandbox>
beforeEach(async () => {
  mailroom = await openAppAtSandbox()
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
const profile = (change?: Partial<AccountProfile>) => mailroom.profile(change)
const get = async (id: string) => (await ask('accounts.list')).accounts.find((account) => account.id === id)
const accountsFile = () => join(mailroom.folder, 'accounts.json')

/** A SOCKS5 proxy without a password. It handles every host itself. */
async function startSocks() {
  const hosts: string[] = []
  const seen: IncomingHttpHeaders[] = []
  const service = createServer((request, response) => {
    seen.push(request.headers)
    response.setHeader('content-type', 'application/json').end('[]')
  })
  const proxy = createTcpServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]))
      socket.once('data', (request) => {
        hosts.push(request.subarray(5, 5 + (request[4] ?? 0)).toString('latin1'))
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        service.emit('connection', socket)
      })
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(async () => {
    const closed = once(proxy, 'close')
    proxy.close()
    service.closeAllConnections()
    await mailroom.close()
    await closed
  })
  return { port: (proxy.address() as AddressInfo).port, hosts, seen }
}

describe('a SOCKS5 proxy', () => {
  it('is used as the form describes', async () => {
    const { port, hosts, seen } = await startSocks()
    const { id } = await ask('accounts.create', {
      profile: profile({
        baseUrl: 'http://service.invalid/v1',
        acceptPlainHttp: true,
        proxy: `socks5://127.0.0.1:${port}`,
      }),
      key: 'the-key',
      keep: 'keychain',
    })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    expect(hosts).toEqual(['service.invalid'])
    expect(seen.map((headers) => headers['x-service-apikey'])).toEqual(['the-key'])
  })
})

describe('the password of a proxy', () => {
  const password = 'canary-of-the-proxy'
  const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`
  // Not a loopback address, which would bypass the proxy. The name is never resolved, because the proxy handles the
  // request.
  const baseUrl = 'http://service.invalid/v1'
  const behind = (proxy: string) => profile({ baseUrl, acceptPlainHttp: true, proxy })

  it.each(['keychain', 'this-run'] as const)('is used, stored with the key (%s), and never shown', async (keep) => {
    const { proxy, seen } = await startOther()
    const made = await ask('accounts.create', {
      profile: behind(`ada:${password}@${proxy}`),
      key: 'the-key',
      keep,
    })
    const { id } = made
    const shown = `http://ada:•••@${proxy}`
    expect(made.proxy).toBe(shown)
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online', proxy: shown })
    await ask('accounts.test', { id, profile: behind(shown) })
    await ask('accounts.update', { id, profile: { ...behind(shown), name: 'Store' } })
    await ask('accounts.update', { id, profile: behind(shown), key: 'another-key', keep })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    expect(seen.map((headers) => headers['proxy-authorization'])).toEqual(Array(3).fill(authorization))
    expect(seen.at(-1)?.['x-service-apikey']).toBe('another-key')
    expect(await readFile(accountsFile(), 'utf8')).not.toContain(password)
    expect(JSON.stringify(await ask('accounts.list'))).not.toContain(password)
  })

  it('can be changed and removed without entering the key again', async () => {
    const { proxy, seen } = await startOther()
    const { id } = await ask('accounts.create', {
      profile: behind(`ada:old@${proxy}`),
      key: 'the-key',
      keep: 'keychain',
    })
    await ask('accounts.update', { id, profile: behind(`ada:${password}@${proxy}`) })
    await ask('accounts.refresh', { id })
    await ask('accounts.update', { id, profile: behind(proxy) })
    await ask('accounts.refresh', { id })
    expect(seen.map((headers) => headers['proxy-authorization'])).toEqual([authorization, undefined])
    expect(await mailroom.secrets.get(id)).not.toContain(password)
  })

  it('belongs to one proxy, and the dots do not represent it for another', async () => {
    const [own, other] = [await startOther(), await startOther()]
    const { id } = await ask('accounts.create', {
      profile: behind(`ada:${password}@${own.proxy}`),
      key: 'the-key',
      keep: 'keychain',
    })
    const moved = { id, profile: behind(`ada:•••@${other.proxy}`), key: 'the-key', keep: 'keychain' as const }
    const refusal = { code: 'proxy-password-missing', details: { field: 'proxy' } }
    await expect(ask('accounts.update', moved)).rejects.toMatchObject(refusal)
    await expect(ask('accounts.test', moved)).rejects.toBeDefined()
    await expect(ask('accounts.test', { profile: moved.profile, key: 'k' })).rejects.toMatchObject(refusal)
    expect(other.seen).toEqual([])
  })

  it('in the accounts.json of an earlier version is used, and moved to the keychain', async () => {
    const { proxy, seen } = await startOther()
    const { id } = await ask('accounts.create', { profile: behind(proxy), key: 'the-key', keep: 'keychain' })
    const file = await readFile(accountsFile(), 'utf8')
    await mailroom.close()
    await writeFile(accountsFile(), file.replace(proxy, `ada:${password}@${proxy}`))
    await mailroom.secrets.set(id, 'the-key')
    await mailroom.start()
    expect((await get(id))?.proxy).toBe(`http://ada:•••@${proxy}`)
    await eventually(async () => expect(await readFile(accountsFile(), 'utf8')).not.toContain(password))
    await mailroom.restart()
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    expect(seen.map((headers) => headers['proxy-authorization'])).toEqual([authorization])
  })
})
