import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import type { Counters, Grouped, ServicePart } from '#shared/contract/statistics.ts'
import { finished } from '#shared/domain/base/finished.ts'
import { deliveredOf } from '#shared/domain/statistics/figures.ts'
import { readGroupColumns } from '#shared/domain/statistics/service/group-columns.ts'
import { serviceFilterOf } from '#shared/domain/statistics/service/service-filter.ts'
import { quietPort } from '#test/support/connections/quiet-port.ts'
import { eventually } from '#test/support/eventually.ts'
import type { Sandbox, SandboxOptions } from '#sandbox/create-sandbox.ts'
import { openAccount, openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'

const demo = { scenario: 'demo', clock: { running: false } } as const
const msPerDay = 86_400_000

function dayOf({ service }: OpenApp<Sandbox>, before: number): string {
  return new Date(service.clock.now() - before * msPerDay).toISOString().slice(0, 10)
}

/** An account whose key survives a restart. */
async function openLastingAccount(options: SandboxOptions = demo): Promise<OpenApp<Sandbox>> {
  const opened = await openAppAtSandbox(options)
  await opened.addAccount({}, 'keychain')
  return opened
}

/** The whole UTC days of the last month, without today. */
function lastMonth(account: OpenApp<Sandbox>) {
  return { from: dayOf(account, 30), to: dayOf(account, 1), zone: 'UTC' }
}

const any = { froms: [] as string[], apiKeys: [] as string[], tags: [] as string[] }

function asking(account: OpenApp<Sandbox>) {
  const period = lastMonth(account)
  return (part: ServicePart, change: Partial<typeof any & typeof period & { refresh: boolean }> = {}) =>
    account.ask('statistics.service', {
      accountId: account.accountId,
      part,
      ...period,
      ...any,
      refresh: false,
      ...change,
    })
}

/**
 * The figures that both sources can count: the archive stores only the last state of a message, and the service counts
 * each event.
 */
function alike(counters: Counters) {
  const { messages, states, open, click, opened, clicked } = counters
  const { hardbounced = 0, softbounced = 0, rejected = 0, filtered = 0, error = 0 } = states
  const ended = { hardbounced, softbounced, rejected, filtered, error, delivered: deliveredOf(counters) }
  return { messages, open, click, opened, clicked, ...ended }
}
/** The service reports no line for messages without a value. */
const lines = ({ values }: Grouped) =>
  values.filter(({ value }) => value !== '').map((line) => [line.value, alike(line)])

describe('the figures of the service', () => {
  it('equal the recount of the archive after a sync, for every filter', { timeout: 120_000 }, async () => {
    const account = await openAccount({}, demo)
    const { accountId, service } = account
    const from = Math.floor(service.clock.now() / 1000) - 40 * 86_400
    await account.ask('sync.configure', { accountId, options: { from, details: false } })
    await eventually(async () => {
      const status = await account.ask('sync.status', { accountId })
      expect([status.running, status.lastEndedAt === null]).toEqual([false, false])
    }, 90_000)
    const period = lastMonth(account)
    const ask = asking(account)
    const newest = service.store.messages.list({}, { page: 1, pageSize: 400 }).messages
    // The first key has to be one that sends orders, so that the last search finds some.
    const first = newest.find(({ tags }) => tags.includes('order'))?.apiKey
    const second = newest.find(({ apiKey }) => apiKey !== first)?.apiKey
    const searches = [
      '',
      'tag:=order',
      '(tag:=order OR tag:=newsletter)',
      'from:=orders@nordwind.example',
      `key:${first}`,
    ]
    for (const search of [...searches, `tag:=order (key:${first} OR key:${second ?? first})`]) {
      const { values, others } = serviceFilterOf(search)
      expect(others).toEqual([])
      const filter = { froms: [...values.froms], apiKeys: [...values.apiKeys], tags: [...values.tags] }
      const counted = await account.ask('statistics.archive', {
        accountId,
        text: `after:${period.from} before:${dayOf(account, 0)} ${search}`,
        zone: 'UTC',
        groups: [...statisticsGroups],
        metaKey: null,
        limit: 1000,
      })
      const sends = (await ask('sends', filter)).figures
      expect([search, 'total' in sends && alike(sends.total)]).toEqual([search, alike(counted.total)])
      expect(counted.total.messages).toBeGreaterThan(0)
      for (const [part, group] of [
        ['domains', 'domain'],
        ['tags', 'tag'],
      ] as const) {
        const { figures } = await ask(part, filter)
        const byName = (list: unknown[][]) => list.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
        expect([
          search,
          part,
          'columns' in figures && byName(lines(finished(readGroupColumns(figures.columns)))),
        ]).toEqual([search, part, byName(lines(counted.groups[group]!))])
      }
      const { figures } = await ask('days', filter)
      expect(figures).toMatchObject({ part: 'days', from: period.from, to: period.to, problems: 0 })
      // The service’s days do not include rejected and filtered messages.
      const ofDay = (day: Counters & { day: string }) => {
        const { rejected: _rejected, filtered: _filtered, error: _error, ...rest } = alike(day)
        return [day.day, rest]
      }
      expect('days' in figures && figures.days.map(ofDay)).toEqual(counted.days.map(ofDay))
      // Only the total of a single day includes them.
      for (const { day, ...counters } of counted.days.slice(-3)) {
        const { figures } = await ask('sends', { ...filter, from: day, to: day })
        expect([search, day, 'total' in figures && alike(figures.total)]).toEqual([search, day, alike(counters)])
      }
    }
  })

  it('are requested for exact times in a zone, and returned for the UTC days that these touch', async () => {
    const account = await openAccount({}, demo)
    const day = dayOf(account, 3)
    const bounds = async (zone: string) => {
      account.service.control.clearRequests()
      const { figures } = await asking(account)('days', { from: day, to: day, zone })
      const [request] = account.service.control.requests()
      const { dateBegin, dateEnd } = JSON.parse(request!.requestBody) as { dateBegin: number; dateEnd: number }
      return { figures, dateBegin, hours: (dateEnd + 1 - dateBegin) / 3600 }
    }
    const midnight = Date.parse(day) / 1000
    const [east, west] = [await bounds('Pacific/Kiritimati'), await bounds('Pacific/Pago_Pago')]
    expect(east).toMatchObject({ dateBegin: midnight - 14 * 3600, hours: 24 })
    expect(east.figures).toMatchObject({ from: dayOf(account, 4), to: day })
    expect(west).toMatchObject({ dateBegin: midnight + 11 * 3600, hours: 24 })
    expect(west.figures).toMatchObject({ from: day, to: dayOf(account, 2) })
    await expect(asking(account)('days', { from: day, to: dayOf(account, 4) })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    await expect(asking(account)('days', { from: 'today' })).rejects.toMatchObject({ code: 'invalid-input' })
    const ancient = { from: '0098-01-01', to: '0099-01-01' }
    await expect(asking(account)('days', ancient)).rejects.toMatchObject({ code: 'invalid-input' })
    const { figures } = await asking(account)('days', { from: '1969-01-01', to: '1969-12-01' })
    expect(figures).toMatchObject({ days: [] })
  })

  it('are shown without a part that fails, and that part is requested again', async () => {
    const account = await openAccount({}, demo)
    const ask = asking(account)
    account.service.faults.set([{ kind: 'status', status: 500, path: '/statistics/tags' }])
    await expect(ask('tags')).rejects.toMatchObject({ message: expect.stringMatching(/[.?!]$/) as string })
    for (const part of ['sends', 'days', 'domains', 'links', 'email-platforms', 'places'] as const) {
      expect((await ask(part)).figures).toMatchObject({ part, problems: 0 })
    }
    account.service.faults.clear()
    expect((await ask('tags')).figures).toMatchObject({ part: 'tags', problems: 0 })
  })

  it('are reused for a minute, unless the user refreshes them', async () => {
    const account = await openAccount({}, demo)
    const ask = asking(account)
    const first = await ask('tags')
    account.service.control.clearRequests()
    expect(await ask('tags')).toMatchObject({ figures: first.figures, askedAt: first.askedAt })
    expect(account.service.control.requests()).toEqual([])
    expect((await ask('tags', { refresh: true })).askedAt).toBeGreaterThanOrEqual(first.askedAt)
    await ask('tags', { tags: ['order'] })
    expect(account.service.control.requests()).toHaveLength(2)
  })

  it('are never those of the user that the account had before', async () => {
    const account = await openAccount({}, demo)
    const ask = asking(account)
    await ask('tags')
    const change = { id: account.accountId, profile: account.profile({ user: 'other' }), key: 'key of another user' }
    await account.ask('accounts.update', { ...change, archive: 'keep' })
    await expect(ask('tags')).rejects.toMatchObject({ code: 'wrong-credentials' })
  })
})

describe('without the service', () => {
  const folderOf = ({ folder, accountId }: OpenApp<Sandbox>) => join(folder, 'accounts', accountId, 'service-figures')

  it('the last result of the same query is shown with its age, even after a restart', async () => {
    const account = await openLastingAccount({ ...demo, port: await quietPort() })
    const ask = asking(account)
    const { figures, askedAt } = await ask('domains')
    await account.service.close()
    await account.restart()
    const kept = await ask('domains')
    expect(kept).toEqual({
      figures,
      askedAt,
      offline: expect.stringMatching(/\.$/) as string,
      now: expect.any(Number) as number,
    })
    await expect(ask('tags')).rejects.toMatchObject({ code: 'connection-refused' })
    await expect(ask('domains', { tags: ['order'] })).rejects.toMatchObject({ code: 'connection-refused' })
  })

  it('a part that fails shows its last result, and the others are requested as usual', async () => {
    const account = await openLastingAccount()
    const ask = asking(account)
    await ask('tags')
    await ask('domains')
    await account.restart()
    account.service.faults.set([{ kind: 'cut', path: '/statistics/tags' }])
    expect(await ask('tags')).toMatchObject({ offline: expect.stringMatching(/\.$/) as string })
    expect(await ask('domains')).toMatchObject({ offline: null })
  })

  it('nothing is stored for a removed account, for one without history, or when a person is erased', async () => {
    const account = await openLastingAccount()
    const { accountId } = account
    const ask = asking(account)
    await ask('links')
    await eventually(async () => expect(await readdir(folderOf(account))).toHaveLength(1))
    await account.ask('recipients.erase', { accountId, email: 'ada@example.org' })
    expect(existsSync(folderOf(account))).toBe(false)
    await ask('links')
    await eventually(async () => expect(await readdir(folderOf(account))).toHaveLength(1))
    const profile = account.profile({ storeHistory: false })
    await account.ask('accounts.update', { id: accountId, profile, archive: 'keep' })
    await ask('tags')
    await account.restart()
    expect(existsSync(folderOf(account))).toBe(false)
    await account.ask('accounts.update', { id: accountId, profile: account.profile(), archive: 'keep' })
    await ask('tags')
    await eventually(async () => expect(await readdir(folderOf(account))).toHaveLength(1))
    await account.ask('accounts.remove', { id: accountId, archive: 'keep' })
    expect(existsSync(folderOf(account))).toBe(false)
    await expect(ask('tags')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a service that has only the documented operations', () => {
  it('is shown as not reporting links, is not asked again automatically, and its total is the sum of its domains', async () => {
    const plain = await openLastingAccount({ ...demo, strict: true })
    const ask = asking(plain)
    const refused = { code: 'not-reported', message: expect.stringContaining('doesn’t report links') as string }
    await expect(ask('links')).rejects.toMatchObject(refused)
    await plain.restart()
    plain.service.control.clearRequests()
    await expect(ask('links')).rejects.toMatchObject(refused)
    expect(plain.service.control.requests()).toEqual([])
    await expect(ask('links', { refresh: true })).rejects.toMatchObject(refused)
    expect(plain.service.control.requests()).toHaveLength(1)
    const { abilities } = await plain.ask('accounts.abilities', { id: plain.accountId, probe: true })
    expect(abilities).toMatchObject({ 'POST /statistics/links': 'no', 'GET /users': 'no' })
    const { figures } = await ask('sends')
    const list = (await ask('domains')).figures
    const sum = 'columns' in list ? list.columns.messages.reduce((total, messages) => total + messages, 0) : 0
    expect('total' in figures && figures.total.messages).toBe(sum)
    expect(sum).toBeGreaterThan(1000)
    plain.service.control.clearRequests()
    await ask('sends', { tags: ['order'] })
    expect(plain.service.control.requests().map(({ path }) => path)).toEqual(['/v1/statistics/domains'])
  })

  it('names API keys by their description, or not at all if the list is refused', async () => {
    const account = await openLastingAccount()
    const { accountId } = account
    const [key] = account.service.store.keys.list()
    const names = { [key!.id]: key!.description }
    account.service.faults.set([{ kind: 'status', status: 403, path: '/settings/apikeys' }])
    expect(await account.ask('statistics.keyNames', { accountId, keys: [key!.id] })).toEqual({ names: {}, listed: [] })
    account.service.faults.clear()
    await account.restart()
    expect(await account.ask('statistics.keyNames', { accountId, keys: [key!.id, 'unknown'] })).toEqual({
      names,
      listed: expect.arrayContaining([{ id: key!.id, name: key!.description }]) as object[],
    })
  })
})
