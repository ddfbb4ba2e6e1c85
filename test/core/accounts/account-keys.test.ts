import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Question } from '#core/base/ports.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAppAtSandbox, type Ask, type Keep, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp<Sandbox>
beforeEach(async () => {
  mailroom = await openAppAtSandbox()
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
const profile = (change?: Partial<AccountProfile>) => mailroom.profile(change)
const create = (change?: Partial<AccountProfile>, keep: Keep = 'keychain') => mailroom.addAccount(change, keep)
const get = async (id: string) => (await ask('accounts.list')).accounts.find((account) => account.id === id)
const accountsFile = () => join(mailroom.folder, 'accounts.json')

/** Somebody else's server, which answers like the service, and as a proxy too; what it was sent is kept. */
async function startOther() {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.setHeader('content-type', 'application/json').end('[]')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, proxy: `127.0.0.1:${port}`, seen }
}

/** A SOCKS5 proxy without a password that answers in the place of the hosts it is asked for. */
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
    proxy.close()
    service.closeAllConnections()
    await mailroom.close()
    await once(proxy, 'close')
  })
  return { port: (proxy.address() as AddressInfo).port, hosts, seen }
}

describe.each(['keychain', 'this-run'] as const)('a stored key (%s)', (keep) => {
  const elsewhere: [string, (other: { url: string; proxy: string }) => Partial<AccountProfile>][] = [
    ['origin', ({ url }) => ({ baseUrl: url })],
    ['proxy', ({ proxy }) => ({ proxy: `http://${proxy}` })],
    ['way around every proxy', () => ({ proxy: 'direct' })],
    ['certificate authority', () => ({ extraCa: rootCertificates[0]! })],
  ]

  it.each(elsewhere)('is not used with another %s', async (_what, changeTo) => {
    const { id } = await create({}, keep)
    const other = await startOther()
    const changed = profile(changeTo(other))
    const refusal = { code: 'key-elsewhere', details: { field: 'key' }, message: expect.stringMatching(/again\.$/) }
    await expect(ask('accounts.test', { id, profile: changed })).rejects.toMatchObject(refusal)
    await expect(ask('accounts.update', { id, profile: changed })).rejects.toMatchObject(refusal)
    expect(other.seen).toEqual([])
    expect(await get(id)).toMatchObject({ baseUrl: mailroom.service.url, proxy: '', extraCa: '' })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
  })

  it('is said not to take a different route', async () => {
    const { id } = await create({}, keep)
    const message = expect.stringContaining('isn’t sent by a different route. Enter the key again.') as string
    const changed = { id, profile: profile({ proxy: 'direct' }) }
    await expect(ask('accounts.update', changed)).rejects.toMatchObject({ message })
  })

  it('goes where the user takes it by typing it again', async () => {
    const { id } = await create({}, keep)
    const other = await startOther()
    const change = { id, profile: profile({ baseUrl: other.url }), key: 'typed-again', keep }
    await ask('accounts.test', { id, profile: change.profile, key: change.key })
    expect(await ask('accounts.update', change)).toMatchObject({ baseUrl: other.url })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    expect(other.seen.map((headers) => headers['x-service-apikey'])).toEqual(['typed-again', 'typed-again'])
  })

  it('is used as before where nothing but its spelling changes', async () => {
    const { id } = await create({ extraCa: rootCertificates[0]! }, keep)
    const same = profile({
      name: 'Store',
      baseUrl: `${mailroom.service.url}/`.replace(/\/$/, ''),
      extraCa: `\n${rootCertificates[0]}\n`,
      headerNames: { user: 'X-User', key: 'X-Key' },
    })
    expect(await ask('accounts.update', { id, profile: same })).toMatchObject({ name: 'Store' })
  })
})

describe('a key in the keychain', () => {
  it('stays where it belongs when accounts.json is edited by hand, and says so', async () => {
    const { id } = await create()
    const other = await startOther()
    const file = await readFile(accountsFile(), 'utf8')
    await mailroom.close()
    await writeFile(accountsFile(), file.replace(mailroom.service.url, other.url))
    await mailroom.start()
    expect(await ask('accounts.refresh', { id })).toMatchObject({
      connection: 'unknown',
      connectionProblem: expect.stringContaining(`belongs to ${new URL(mailroom.service.url).origin}`) as string,
    })
    expect(other.seen).toEqual([])
  })

  it('of an earlier version is bound to the place it has', async () => {
    const { id } = await create()
    await mailroom.secrets.set(id, mailroom.service.credentials.key)
    await mailroom.restart()
    await eventually(async () => expect(await mailroom.secrets.get(id)).toContain(new URL(mailroom.service.url).origin))
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
  })

  it('that one of a past run took the place of does not come back', async () => {
    const { id } = await create()
    const stored = (await mailroom.secrets.get(id))!
    await ask('accounts.update', { id, profile: profile(), key: 'another', keep: 'this-run' })
    // As if the keychain had been locked meanwhile.
    await mailroom.secrets.set(id, stored)
    await mailroom.restart()
    expect(await ask('accounts.refresh', { id })).toMatchObject({
      keyState: 'missing',
      connectionProblem: expect.stringContaining('no key') as string,
    })
  })
})

describe('an account whose key is missing', () => {
  const missing = { code: 'key-missing', details: { field: 'key' }, message: expect.stringMatching(/no key/) }

  it.each<[string, Partial<AccountProfile>]>([
    ['a lifted limit', { readOnly: false }],
    ['another server', { readOnly: true, baseUrl: 'https://other.example/v1' }],
  ])('says so at the key, and takes a key that is entered again as proof: %s', async (_what, change) => {
    const { id } = await create({ readOnly: true }, 'this-run')
    await mailroom.restart()
    const changed = { id, profile: profile(change) }
    await expect(ask('accounts.update', changed)).rejects.toMatchObject(missing)
    await expect(ask('accounts.update', { ...changed, confirmation: 'guessed' })).rejects.toMatchObject(missing)
    await expect(ask('accounts.test', changed)).rejects.toMatchObject(missing)
    const { key } = mailroom.service.credentials
    expect(await ask('accounts.update', { ...changed, key, keep: 'this-run' })).toMatchObject(change)
  })
})

describe('a SOCKS5 proxy', () => {
  it('is used as the form says', async () => {
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
  // Not loopback, where no proxy is used; nothing is looked up, the proxy answers in its place.
  const baseUrl = 'http://service.invalid/v1'
  const behind = (proxy: string) => profile({ baseUrl, acceptPlainHttp: true, proxy })

  it.each(['keychain', 'this-run'] as const)('is used, kept with the key (%s), and never shown', async (keep) => {
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

  it('changes and goes without the key being typed again', async () => {
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

  it('stays with its own proxy: the dots mean nothing to another', async () => {
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

  it('of an accounts.json of an earlier version is used, and moved to the keychain', async () => {
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

describe('a limit of an account', () => {
  const limited = { readOnly: true, recipientAllowList: ['@shop.example'] }
  const wider: [string, Partial<AccountProfile>][] = [
    ['read-only is lifted', { ...limited, readOnly: false }],
    ['the list of recipients goes', { ...limited, recipientAllowList: [] }],
    ['the list of recipients grows', { ...limited, recipientAllowList: ['@shop.example', 'a@x.org'] }],
  ]

  it.each(wider)('is lifted by the stored key alone, where the host cannot ask: %s', async (_what, change) => {
    const { id } = await create(limited)
    const lifted = { id, profile: profile(change) }
    await expect(ask('accounts.update', lifted)).rejects.toMatchObject({
      code: 'confirmation-needed',
      details: { field: 'confirmation' },
    })
    await expect(ask('accounts.update', { ...lifted, confirmation: 'guessed' })).rejects.toMatchObject({
      code: 'wrong-key',
      details: { field: 'confirmation' },
    })
    expect(await get(id)).toMatchObject(limited)
    const { key } = mailroom.service.credentials
    expect(await ask('accounts.update', { ...lifted, confirmation: key })).toMatchObject(change)
  })

  it.each(wider)('is lifted where the user says so to the host: %s', async (_what, change) => {
    const { id } = await create(limited)
    const questions: Question[] = []
    const answers = [false, true]
    await mailroom.restart((ports) => ({
      capabilities: { ...ports.capabilities, confirm: true },
      dialogs: {
        confirm(question) {
          questions.push(question)
          return Promise.resolve(answers.shift()!)
        },
      },
    }))
    const lifted = { id, profile: profile(change), confirmation: mailroom.service.credentials.key }
    await expect(ask('accounts.update', lifted)).rejects.toMatchObject({ code: 'not-confirmed' })
    expect(await get(id)).toMatchObject(limited)
    expect(await ask('accounts.update', lifted)).toMatchObject(change)
    expect(questions).toHaveLength(2)
    expect(questions[0]?.message).toContain('“Shop”')
  })

  it('is set, and kept, without a question', async () => {
    const { id } = await create()
    expect(await ask('accounts.update', { id, profile: profile(limited) })).toMatchObject(limited)
    const renamed = profile({ ...limited, name: 'Store' })
    expect(await ask('accounts.update', { id, profile: renamed })).toMatchObject({ name: 'Store' })
  })

  it('of the sandbox that runs here is lifted without a question, but not where its account leads elsewhere', async () => {
    const { id, ...sandbox } = await ask('sandbox.explore', { scenario: 'empty' })
    const { kind: _kind, keyState: _state, connection: _c, connectionProblem: _p, createdAt: _at, ...own } = sandbox
    const update = (change: Partial<AccountProfile>) => ask('accounts.update', { id, profile: { ...own, ...change } })
    await update({ readOnly: true })
    expect(await update({ readOnly: false })).toMatchObject({ readOnly: false })
    await update({ readOnly: true })
    // Its key was never typed: another route to it is no reason to ask for it.
    const direct = { id, profile: { ...own, proxy: 'direct' } }
    expect(await ask('accounts.test', direct)).toMatchObject({ apiKeys: expect.any(Number) as number })
    expect(await update({ readOnly: true, proxy: 'direct' })).toMatchObject({ proxy: 'direct', keyState: 'this-run' })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    await ask('sandbox.stop')
    await expect(update({ readOnly: true, proxy: '' })).rejects.toMatchObject({ code: 'key-elsewhere' })
    await expect(update({ readOnly: false, proxy: 'direct' })).rejects.toMatchObject({ code: 'confirmation-needed' })
  })
})
