import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Archive } from '#core/archive/engine/archive.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { openScene, type Scene } from './support.ts'

const day = 86_400

/** The last days of the service's own clock. */
function lastDays({ service }: Scene, days: number) {
  const to = Math.floor(service.clock.now() / 1000)
  return { from: to - days * day, to, froms: [] as string[], apiKeys: [] as string[], tags: [] as string[] }
}

const demo = { scenario: 'demo', clock: { running: false } } as const

describe('a search at the service itself', () => {
  it('pages through exactly what the service lists, and writes nothing of it', async () => {
    const scene = await openScene({ storeHistory: false }, demo)
    const { accountId, service } = scene
    const filter = { ...lastDays(scene, 3), tags: ['order'] }
    const seen: string[] = []
    let total: number | null = null
    for (let page = 1; total === null || seen.length < total; page++) {
      const answer = await scene.ask('live.search', { accountId, ...filter, page, pageSize: 50 })
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
    expect(existsSync(join(scene.dataFolder, 'accounts'))).toBe(false)
  })

  it('asks with senders and keys, too', async () => {
    const scene = await openScene({ storeHistory: false }, demo)
    const { accountId } = scene
    const all = await scene.ask('live.search', { accountId, ...lastDays(scene, 2), page: 1, pageSize: 500 })
    const [first] = all.rows
    const only = { froms: [first!.from], apiKeys: [first!.apiKey] }
    const some = await scene.ask('live.search', { accountId, ...lastDays(scene, 2), ...only, page: 1, pageSize: 500 })
    expect(some.total).toBeLessThan(all.total!)
    // The first page of all messages holds the beginning of those.
    const expected = all.rows.filter(({ from, apiKey }) => from === only.froms[0] && apiKey === only.apiKeys[0])
    expect(some.rows.slice(0, expected.length)).toEqual(expected)
  })

  it('shows one message with its events, in the shape the archive gives them', async () => {
    const scene = await openScene({ storeHistory: false }, demo)
    const { accountId, service } = scene
    const { rows } = await scene.ask('live.search', { accountId, ...lastDays(scene, 5), page: 1, pageSize: 500 })
    const clicked = rows.find(({ click, open }) => click > 0 && open > 0)
    const { message, events } = await scene.ask('live.detail', { accountId, messageId: clicked!.id })
    expect(message).toMatchObject({ id: clicked!.id, email: clicked!.email, subject: clicked!.subject })
    const known = service.store.messages.detail(clicked!.id)!
    expect(events.filter(({ kind }) => kind === 'open')).toHaveLength(known.openDetails.length)
    expect(events.filter(({ kind }) => kind === 'click')).toHaveLength(known.clickDetails.length)
    await expect(scene.ask('live.detail', { accountId, messageId: 'never-sent' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('refuses a period that ends before it begins, and passes on why the service refuses', async () => {
    const scene = await openScene({ storeHistory: false }, demo)
    const { accountId } = scene
    const filter = lastDays(scene, 1)
    const backwards = { ...filter, from: filter.to, to: filter.from }
    await expect(scene.ask('live.search', { accountId, ...backwards, page: 1, pageSize: 10 })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    scene.service.faults.set([{ kind: 'status', status: 500, path: '/statistics/*' }])
    await expect(scene.ask('live.search', { accountId, ...filter, page: 1, pageSize: 10 })).rejects.toMatchObject({
      message: expect.stringMatching(/[.?!]$/),
    })
  })
})

describe('an account whose history is not kept', () => {
  it('refuses whatever needs an archive, and opens none', async () => {
    const scene = await openScene({ storeHistory: false })
    const { accountId } = scene
    const scope = { accountId, text: '', zone: 'UTC' }
    const refused = { code: 'history-not-kept', message: expect.stringContaining('Shop') }
    await expect(scene.ask('messages.search', { ...scope, offset: 0, limit: 10 })).rejects.toMatchObject(refused)
    await expect(scene.ask('messages.count', scope)).rejects.toMatchObject(refused)
    await expect(scene.ask('sync.status', { accountId })).rejects.toMatchObject(refused)
    await expect(scene.ask('sync.now', { accountId })).rejects.toMatchObject(refused)
    for (const name of ['archive.info', 'archive.backUp', 'archive.check', 'archive.rebuild'] as const) {
      await expect(scene.ask(name, { accountId })).rejects.toMatchObject(refused)
    }
    expect(await scene.ask('jobs.list', undefined)).toEqual([])
    await scene.restart()
    expect(existsSync(join(scene.dataFolder, 'accounts'))).toBe(false)
  })
})

describe('keeping history is switched', () => {
  const file = ({ dataFolder, accountId }: Scene) => join(dataFolder, 'accounts', accountId, 'archive.sqlite')
  const onDisk = async (scene: Scene) => (await scene.ask('accounts.historyOnDisk', { id: scene.accountId })).bytes
  const keep = (scene: Scene, storeHistory: boolean, archive?: 'keep' | 'delete') =>
    scene.ask('accounts.update', {
      id: scene.accountId,
      profile: { ...scene.profile, storeHistory },
      ...(archive && { archive }),
    })
  const from = 1_700_000_000

  async function synced(): Promise<Scene> {
    const scene = await openScene({})
    expect(await onDisk(scene)).toBeNull()
    const { accountId } = scene
    await scene.ask('sync.configure', { accountId, options: { paused: true } })
    await scene.ask('sync.configure', { accountId, options: { from } })
    expect(await onDisk(scene)).toBeGreaterThan(0)
    return scene
  }

  it('off, with the file kept: it stays as it is and is not opened at the next start', async () => {
    const scene = await synced()
    await keep(scene, false)
    expect(existsSync(file(scene))).toBe(true)
    await expect(scene.ask('sync.status', { accountId: scene.accountId })).rejects.toMatchObject({
      code: 'history-not-kept',
    })
    await scene.restart()
    // SQLite puts its log beside a file that is open.
    expect(existsSync(`${file(scene)}-wal`)).toBe(false)
    expect(await onDisk(scene)).toBeGreaterThan(0)
  })

  it('off, with the file deleted: nothing of it is left', async () => {
    const scene = await synced()
    await keep(scene, false, 'delete')
    expect(existsSync(join(scene.dataFolder, 'accounts', scene.accountId))).toBe(false)
    expect(await onDisk(scene)).toBeNull()
  })

  it('off, and the kept file deleted later', async () => {
    const scene = await synced()
    await keep(scene, false)
    await keep(scene, false, 'delete')
    expect(await onDisk(scene)).toBeNull()
  })

  it('on again: how far back to read is asked anew, with and without the old file', async () => {
    for (const choice of ['keep', 'delete'] as const) {
      const scene = await synced()
      await keep(scene, false, choice)
      await keep(scene, true)
      const { options, nextAt } = await scene.ask('sync.status', { accountId: scene.accountId })
      expect({ from: options.from, nextAt }).toEqual({ from: null, nextAt: null })
    }
  })

  it('on again in vain: the decision of before stays', async () => {
    const scene = await synced()
    await keep(scene, false)
    const chosen = async () => {
      const folder = join(scene.dataFolder, 'accounts', scene.accountId)
      const { clock, logger, paths } = testPorts(scene.dataFolder)
      const archive = await Archive.open({ folder, worker: paths.worker('archive'), clock, logger })
      try {
        return await archive.setting('sync')
      } finally {
        await archive.close()
      }
    }
    expect(await chosen()).toMatchObject({ from })
    const { accountId: id, profile } = scene
    const wrong = { ...profile, storeHistory: true, baseUrl: 'https://api.example.com' }
    await expect(scene.ask('accounts.update', { id, profile: wrong })).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await chosen()).toMatchObject({ from })
  })

  it('is on for an account of an older version', async () => {
    const scene = await openScene({ storeHistory: false })
    const path = join(scene.dataFolder, 'accounts.json')
    const { currentId, accounts } = JSON.parse(await readFile(path, 'utf8')) as {
      currentId: string
      accounts: object[]
    }
    const older = accounts.map((account) => ({ ...account, storeHistory: undefined }))
    await writeFile(path, JSON.stringify({ currentId, accounts: older }))
    await scene.restart()
    const [account] = (await scene.ask('accounts.list', undefined)).accounts
    expect(account).toMatchObject({ name: 'Shop', storeHistory: true })
  })

  it('leaves the choice alone while it stays on', async () => {
    const scene = await synced()
    await keep(scene, true, 'delete')
    const { options } = await scene.ask('sync.status', { accountId: scene.accountId })
    expect(options.from).toBe(from)
  })
})
