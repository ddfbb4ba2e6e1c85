import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { json, serve } from '#test/support/api-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount, openApp, openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'
import { aDns, nobody, rightZone } from './support.ts'

const input = { sending: 'Bücher.test', tracking: 'track.bücher.test', email: 'ann@example.org' }
const name = 'xn--bcher-kva.test'

const today = () => new Date().toISOString().slice(0, 10)

const askHere = ({ ask }: Pick<OpenApp, 'ask'>, dns: { readonly address: string }) =>
  ask('settings.change', { dnsServers: [dns.address], dnsPublicResolvers: false })

it('a domain is added, checked, verified by the service and listed with its flags', async () => {
  const opened = await openAccount()
  const { ask, accountId } = opened
  await askHere(opened, await aDns({ [`${name} TXT`]: ['v=spf1 mx ~all'] }))
  expect(await ask('domains.save', { accountId, ...input })).toEqual({ name })
  const find = async () => {
    const { domains, isListed } = await ask('domains.list', { accountId })
    expect(isListed).toBe(true)
    return domains.find((domain) => domain.name === name)!
  }
  expect(await find()).toMatchObject({
    unicode: 'bücher.test',
    tracking: 'track.xn--bcher-kva.test',
    origin: 'service',
    flags: { verifiedSpf: false },
    isReserved: false,
    lastCheck: null,
  })
  const check = await ask('domains.check', { accountId, name })
  const spf = check.records.find(({ kind }) => kind === 'spf')
  // The service’s request is merged with the existing record.
  expect(spf?.publish?.value).toBe('v=spf1 mx include:spf.mailroom.example ~all')
  expect((await find()).lastCheck?.states).toContainEqual({ kind: 'spf', state: 'wrong' })
  await ask('domains.askService', { accountId, name })
  expect((await find()).flags).toMatchObject({ verifiedSpf: true, verifiedDomain: true })
})

it('the history contains every change, and its newest check', async () => {
  const opened = await openAccount()
  const { ask, accountId } = opened
  const dns = await aDns({})
  await askHere(opened, dns)
  for (let round = 0; round < 4; round++) await ask('domains.check', { accountId, name: 'shop.test' })
  dns.zone = rightZone
  const { at } = await ask('domains.check', { accountId, name: 'shop.test' })
  const history = await ask('domains.history', { accountId, name: 'SHOP.test' })
  expect(history[0]?.at).toBe(at)
  expect(history.map(({ states }) => states.find(({ kind }) => kind === 'spf')?.state)).toEqual([
    'right',
    'missing',
    'missing',
  ])
})

it('a watched domain is announced once it is verified, with a note on its day', async () => {
  const firstDay = today()
  const opened = await openAccount()
  const { ask, app, accountId } = opened
  const notices: string[] = []
  app.subscribe((event) => event.name === 'app.notice' && notices.push(event.payload.text))
  await askHere(opened, nobody)
  await ask('domains.save', { accountId, ...input })
  await ask('domains.watch', { accountId, name, isOn: true })
  const find = async () => (await ask('domains.list', { accountId })).domains.find((domain) => domain.name === name)
  expect((await find())?.watchedSince).toBeGreaterThan(0)
  // The first check finds it unverified.
  await eventually(async () => expect((await find())?.lastCheck).not.toBeNull())
  await ask('domains.askService', { accountId, name })
  await ask('domains.watch', { accountId, name, isOn: true })
  await eventually(() => expect(notices).toEqual(['Shop: bücher.test. The domain is verified.']))
  expect((await find())?.watchedSince).toBeNull()
  await eventually(async () => {
    const { notes } = await ask('notes.list', { accountId, from: firstDay, to: today(), zone: 'UTC' })
    expect(notes).toMatchObject([{ kind: 'domain-verified', text: 'bücher.test is verified' }])
  })
})

it('a watched domain whose records are in DNS is not announced while the service fails', async () => {
  const opened = await openAccount()
  const { ask, app, accountId, service } = opened
  const notices: string[] = []
  app.subscribe((event) => event.name === 'app.notice' && notices.push(event.payload.text))
  const dns = await aDns({})
  await askHere(opened, dns)
  await ask('domains.save', { accountId, ...input })
  const { records } = await ask('domains.check', { accountId, name })
  const wanted = records.filter(({ kind, expected }) => kind !== 'dmarc' && expected !== null)
  const published = wanted.map((record) => [`${record.name} ${record.type}`, [record.expected!]] as const)
  dns.zone = { ...Object.fromEntries(published), 'spf.mailroom.example TXT': ['v=spf1 -all'] }
  service.control.setFaults([{ kind: 'status', path: `/settings/domains/${name}`, status: 401 }])
  await ask('domains.watch', { accountId, name, isOn: true })
  const find = async () => (await ask('domains.list', { accountId })).domains.find((domain) => domain.name === name)
  await eventually(async () => {
    const states = (await find())?.lastCheck?.states.filter(({ kind }) => kind !== 'dmarc')
    expect(states?.map(({ state }) => state)).toEqual(wanted.map(() => 'right'))
  })
  expect((await find())?.watchedSince).toBeGreaterThan(0)
  expect(notices).toEqual([])
})

it('two domains that are verified in the same millisecond are announced by separate notices', async () => {
  const at = Date.now()
  const opened = await openAppAtSandbox({}, ({ clock }) => ({
    clock: { now: () => at, after: (milliseconds, callback) => clock.after(milliseconds, callback) },
  }))
  const { ask } = opened
  const { id: accountId } = await opened.addAccount()
  await askHere(opened, nobody)
  for (const sending of ['one.test', 'two.test']) {
    await ask('domains.save', { accountId, sending, tracking: `track.${sending}`, email: 'ann@example.org' })
    await ask('domains.askService', { accountId, name: sending })
    await ask('domains.watch', { accountId, name: sending, isOn: true })
  }
  await eventually(async () => {
    const texts = (await ask('app.info')).notices.map(({ text }) => text).toSorted()
    expect(texts).toEqual(['Shop: one.test. The domain is verified.', 'Shop: two.test. The domain is verified.'])
  })
})

it('a read-only account changes nothing at the service, but still checks DNS', async () => {
  const opened = await openAccount({ readOnly: true })
  const { ask, accountId } = opened
  await askHere(opened, await aDns(rightZone))
  await expect(ask('domains.save', { accountId, ...input })).rejects.toMatchObject({ code: 'read-only-account' })
  await expect(ask('domains.askService', { accountId, name })).rejects.toMatchObject({ code: 'read-only-account' })
  expect((await ask('domains.check', { accountId, name: 'shop.test' })).records).not.toEqual([])
})

it('an account whose service cannot be reached lists the domains that it used, with the reason', async () => {
  const opened = await openApp()
  const { ask } = opened
  await askHere(opened, await aDns(rightZone))
  const { id: accountId } = await opened.addAccount()
  expect(await ask('domains.list', { accountId })).toMatchObject({
    domains: [],
    isListed: false,
    problem: expect.stringMatching(/./) as string,
  })
  const { records } = await ask('domains.check', { accountId, name: 'shop.test' })
  expect(records.find(({ kind }) => kind === 'mx')).toMatchObject({ state: 'right', expected: null })
})

it('domains that cannot be read are counted beside the others', async () => {
  const server = await serve((_seen, response) => json(response, [{ id: '1', sending: 'shop.test' }, { id: '2' }]))
  onTestFinished(() => server.close())
  const opened = await openApp()
  const { id: accountId } = await opened.addAccount({ baseUrl: server.url })
  const list = await opened.ask('domains.list', { accountId })
  expect(list).toMatchObject({ domains: [{ name: 'shop.test' }], unreadable: 1, isListed: true })
})

it('invalid names are refused, and removing an account removes its checks', async () => {
  const opened = await openAccount()
  const { ask, accountId, folder } = opened
  await askHere(opened, nobody)
  for (const wrong of ['', 'shop', '192.0.2.1', 'a b.test', 'shop.test/path', 'shop..test']) {
    await expect(ask('domains.check', { accountId, name: wrong })).rejects.toMatchObject({ code: 'invalid-input' })
  }
  await ask('domains.watch', { accountId, name: 'shop.test', isOn: true })
  await ask('domains.watch', { accountId, name: 'shop.test', isOn: false })
  const file = join(folder, 'domains', `${accountId}.json`)
  await access(file)
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  await expect(access(file)).rejects.toThrow()
})
