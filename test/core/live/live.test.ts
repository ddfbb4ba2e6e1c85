import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Archive } from '#core/archive/engine/archive.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openAccount, type OpenApp } from '#test/support/open-app.ts'
import { testPorts } from '#test/support/test-ports.ts'

const day = 86_400

/** The last days, by the service’s clock. */
function lastDays({ service }: OpenApp<Sandbox>, days: number) {
  const to = Math.floor(service.clock.now() / 1000)
  return { from: to - days * day, to, froms: [] as string[], apiKeys: [] as string[], tags: [] as string[] }
}

const demo = { scenario: 'demo', clock: { running: false } } as const

describe('a search at the service itself', () => {
  it('pages through exactly what the service lists, and stores none of it', async () => {
    const account = await openAccount({ storeHistory: false }, demo)
    const { accountId, service } = account
    const filter = { ...lastDays(account, 3), tags: ['order'] }
    const seen: string[] = []
    let total: number | null = null
    for (let page = 1; total === null || seen.length < total; page++) {
      const answer = await account.ask('live.search', { accountId, ...filter, page, pageSize: 50 })
      expect(answer).toMatchObject({ problems: 0, reasons: [], total: total ?? expect.any(Number) })
      expect(answer.rows.length).toBeGreaterThan(0)
      expect(answer.rows.every(({ tags }) => tags.includes('order'))).toBe(true)
      total = answer.total
      seen.push(...answer.rows.map(({ id }) => id))
    }
    const range = { dateBegin: filter.from * 1000, dateEnd: filter.to * 1000 }
    const listed = service.store.messages.list({ ...range, tags: ['order'] }, { page: 1, pageSize: 100_000 })
    expect(total).toBeGreaterThan(50)
    expect(seen.toSorted()).toEqual(listed.messages.map(({ id }) => id).toSorted())
    expect(existsSync(join(account.folder, 'accounts'))).toBe(false)
  })

  it('filters by senders and keys as well', async () => {
    const account = await openAccount({ storeHistory: false }, demo)
    const { accountId } = account
    const all = await account.ask('live.search', { accountId, ...lastDays(account, 2), page: 1, pageSize: 500 })
    const [first] = all.rows
    const only = { froms: [first!.from], apiKeys: [first!.apiKey] }
    const some = await account.ask('live.search', {
      accountId,
      ...lastDays(account, 2),
      ...only,
      page: 1,
      pageSize: 500,
    })
    expect(some.total).toBeLessThan(all.total!)
    // These must be at the top of the first page of all messages.
    const expected = all.rows.filter(({ from, apiKey }) => from === only.froms[0] && apiKey === only.apiKeys[0])
    expect(some.rows.slice(0, expected.length)).toEqual(expected)
  })

  it('shows one message with its events, in the same shape as the archive', async () => {
    const account = await openAccount({ storeHistory: false }, demo)
    const { accountId, service } = account
    const { rows } = await account.ask('live.search', { accountId, ...lastDays(account, 5), page: 1, pageSize: 500 })
    const clicked = rows.find(({ click, open }) => click > 0 && open > 0)
    const { message, events } = await account.ask('live.detail', { accountId, messageId: clicked!.id })
    expect(message).toMatchObject({ id: clicked!.id, email: clicked!.email, subject: clicked!.subject })
    const known = service.store.messages.detail(clicked!.id)!
    expect(events.filter(({ kind }) => kind === 'open')).toHaveLength(known.openDetails.length)
    expect(events.filter(({ kind }) => kind === 'click')).toHaveLength(known.clickDetails.length)
    await expect(account.ask('live.detail', { accountId, messageId: 'never-sent' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('refuses a period that ends before it begins, and passes on the service’s reason for a refusal', async () => {
    const account = await openAccount({ storeHistory: false }, demo)
    const { accountId } = account
    const filter = lastDays(account, 1)
    const backwards = { ...filter, from: filter.to, to: filter.from }
    await expect(account.ask('live.search', { accountId, ...backwards, page: 1, pageSize: 10 })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    account.service.faults.set([{ kind: 'status', status: 500, path: '/statistics/*' }])
    await expect(account.ask('live.search', { accountId, ...filter, page: 1, pageSize: 10 })).rejects.toMatchObject({
      message: expect.stringMatching(/[.?!]$/),
    })
  })
})

describe('an account without history', () => {
  it('refuses everything that needs an archive, and opens none', async () => {
    const account = await openAccount({ storeHistory: false })
    const { accountId } = account
    const scope = { accountId, text: '', zone: 'UTC' }
    const refused = { code: 'history-not-kept', message: expect.stringContaining('Shop') }
    await expect(account.ask('messages.search', { ...scope, offset: 0, limit: 10 })).rejects.toMatchObject(refused)
    await expect(account.ask('messages.count', scope)).rejects.toMatchObject(refused)
    await expect(account.ask('sync.status', { accountId })).rejects.toMatchObject(refused)
    await expect(account.ask('sync.now', { accountId })).rejects.toMatchObject(refused)
    for (const name of ['archive.info', 'archive.backUp', 'archive.check', 'archive.rebuild'] as const) {
      await expect(account.ask(name, { accountId })).rejects.toMatchObject(refused)
    }
    expect(await account.ask('jobs.list')).toEqual([])
    await account.restart()
    expect(existsSync(join(account.folder, 'accounts'))).toBe(false)
  })
})

describe('keeping history', () => {
  const file = ({ folder, accountId }: OpenApp<Sandbox>) => join(folder, 'accounts', accountId, 'archive.sqlite')
  const onDisk = async (account: OpenApp<Sandbox>) =>
    (await account.ask('accounts.historyOnDisk', { id: account.accountId })).bytes
  const keep = (account: OpenApp<Sandbox>, storeHistory: boolean, archive?: 'keep' | 'delete') =>
    account.ask('accounts.update', {
      id: account.accountId,
      profile: account.profile({ storeHistory }),
      ...(archive && { archive }),
    })
  const from = 1_700_000_000

  async function synced(): Promise<OpenApp<Sandbox>> {
    const account = await openAccount({})
    expect(await onDisk(account)).toBeNull()
    const { accountId } = account
    await account.ask('sync.configure', { accountId, options: { paused: true } })
    await account.ask('sync.configure', { accountId, options: { from } })
    expect(await onDisk(account)).toBeGreaterThan(0)
    return account
  }

  it('can be turned off with the file kept, which is not opened at the next start', async () => {
    const account = await synced()
    await keep(account, false)
    expect(existsSync(file(account))).toBe(true)
    await expect(account.ask('sync.status', { accountId: account.accountId })).rejects.toMatchObject({
      code: 'history-not-kept',
    })
    await account.restart()
    // SQLite keeps its log file while the database is open.
    expect(existsSync(`${file(account)}-wal`)).toBe(false)
    expect(await onDisk(account)).toBeGreaterThan(0)
  })

  it('can be turned off with the file deleted, so that nothing is left', async () => {
    const account = await synced()
    await keep(account, false, 'delete')
    expect(existsSync(join(account.folder, 'accounts', account.accountId))).toBe(false)
    expect(await onDisk(account)).toBeNull()
  })

  it('can be turned off, and the kept file deleted later', async () => {
    const account = await synced()
    await keep(account, false)
    await keep(account, false, 'delete')
    expect(await onDisk(account)).toBeNull()
  })

  it('can be turned on again, and then has no start date, with or without the old file', async () => {
    for (const choice of ['keep', 'delete'] as const) {
      const account = await synced()
      await keep(account, false, choice)
      await keep(account, true)
      const { options, nextAt } = await account.ask('sync.status', { accountId: account.accountId })
      expect({ from: options.from, nextAt }).toEqual({ from: null, nextAt: null })
    }
  })

  it('keeps the earlier choice if turning it on again fails', async () => {
    const account = await synced()
    await keep(account, false)
    const chosen = async () => {
      const folder = join(account.folder, 'accounts', account.accountId)
      const { clock, logger, paths } = testPorts(account.folder)
      const archive = await Archive.open({ folder, worker: paths.worker('archive'), clock, logger })
      try {
        return await archive.setting('sync')
      } finally {
        await archive.close()
      }
    }
    expect(await chosen()).toMatchObject({ from })
    const { accountId: id } = account
    const wrong = account.profile({ baseUrl: 'https://api.example.com' })
    await expect(account.ask('accounts.update', { id, profile: wrong })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    expect(await chosen()).toMatchObject({ from })
  })

  it('is on for an account of an older version', async () => {
    const account = await openAccount({ storeHistory: false })
    const path = join(account.folder, 'accounts.json')
    const { currentId, accounts } = JSON.parse(await readFile(path, 'utf8')) as {
      currentId: string
      accounts: object[]
    }
    const older = accounts.map((saved) => ({ ...saved, storeHistory: undefined }))
    await writeFile(path, JSON.stringify({ currentId, accounts: older }))
    await account.restart()
    const [shown] = (await account.ask('accounts.list')).accounts
    expect(shown).toMatchObject({ name: 'Shop', storeHistory: true })
  })

  it('keeps the choice of how far back to read while it stays on', async () => {
    const account = await synced()
    await keep(account, true, 'delete')
    const { options } = await account.ask('sync.status', { accountId: account.accountId })
    expect(options.from).toBe(from)
  })
})
