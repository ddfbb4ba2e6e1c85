import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentVersion } from '#sandbox/store/content.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { aSend, messagesOf } from '../support/service-client.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { addWebhook } from '../support/open-webhook.ts'
import { adminOf } from './support/admin.ts'

const template = {
  description: 'Spring',
  from: { address: 'a@x.org' },
  subject: 's',
  htmlContent: 'h',
  textContent: 't',
}

/** A sandbox that keeps its snapshots in a folder, and its data in memory or in a data folder. */
async function open(options: { data?: string; snapshots?: string; seed?: number } = {}) {
  const snapshots = options.snapshots ?? (await temporaryFolder())
  const opened = await openSandbox({ ...options, snapshots })
  return { ...opened, folder: snapshots, fileOf: (name: string) => join(snapshots, `${name}.snapshot`) }
}

for (const kind of ['in memory', 'in a data folder'] as const) {
  test(`messages, account, clock, faults and webhooks are restored, ${kind}`, async () => {
    const data = kind === 'in memory' ? {} : { data: join(await temporaryFolder(), 'data') }
    const { sandbox, client, errors } = await open(data)
    const { control, snapshots } = sandbox
    await client.post('/settings/templates', template)
    await addWebhook(client, 'http://127.0.0.1:9/')
    await client.post('/messages/send', aSend(['open@x.org', 'bounce@x.org']))
    await client.post('/messages/send', aSend('later@x.org', { text: 'scheduled' }))
    await control.advance('hour')
    control.setFaults([{ kind: 'status', path: '/never', status: 503 }])
    const before = await contentOf()
    expect(await snapshots.save('base')).toMatchObject({ name: 'base', messages: 3, scenario: 'empty' })
    expect(await snapshots.compare('base')).toMatchObject({ isSame: true })

    await client.post('/messages/send', aSend('new@x.org'))
    await client.post('/settings/templates', { ...template, description: 'Autumn' })
    await control.advance('week')
    control.setFaults([])
    expect(await contentOf()).not.toEqual(before)
    for (let times = 0; times < 2; times++) {
      await snapshots.restore('base')
      expect(await contentOf()).toEqual(before)
    }
    await client.post('/messages/send', aSend('again@x.org'))
    expect((await messagesOf(client)).map(({ msg }) => msg.email)).toContain('again@x.org')
    control.reset('empty')
    expect(await messagesOf(client)).toEqual([])
    expect(errors).toEqual([])

    async function contentOf() {
      const { now, running } = control.clock()
      const messages = (await messagesOf(client)).map(
        ({ id }) => control.source(id)?.toString().split('\r\n\r\n', 1)[0],
      )
      const [templates, webhooks] = await Promise.all([
        client.get('/settings/templates/list'),
        client.get('/settings/webhooks'),
      ])
      return { now, running, messages, templates: templates.json, webhooks: webhooks.json, faults: control.faults() }
    }
  })
}

test('a restored snapshot without the start key accepts it again, and keeps the secrets of all other keys', async () => {
  const { sandbox, client } = await open()
  const startKey = sandbox.control.keys()[0]!
  await client.post('/settings/apikeys', { description: 'mine' })
  const mine = sandbox.control.keys()[1]!
  await client.call({ method: 'DELETE', path: `/settings/apikeys/${startKey.id}` })
  await sandbox.snapshots.save('without')
  expect((await client.get('/account')).status).toBe(401)
  await sandbox.snapshots.restore('without')
  expect((await client.get('/account')).status).toBe(200)
  expect(sandbox.control.keys().map(({ key }) => key)).toEqual([mine.key, startKey.key])
})

test('restored content survives a restart, and the key and the controls keep working', async () => {
  const data = join(await temporaryFolder(), 'data')
  const first = await open({ data })
  await first.client.post('/messages/send', aSend('ada@x.org'))
  await first.sandbox.snapshots.save('base')
  first.sandbox.control.reset('empty')
  await first.sandbox.snapshots.restore('base')
  const { adminToken, credentials } = first.sandbox
  await first.sandbox.close()
  expect(readdirSync(data)).not.toContain('working')

  const second = await open({ data })
  expect(second.sandbox).toMatchObject({ adminToken, credentials })
  expect((await messagesOf(second.client)).map(({ msg }) => msg.email)).toEqual(['ada@x.org'])
})

test('a snapshot of another sandbox gets the key and the user of this one', async () => {
  const one = await open()
  await one.client.post('/messages/send', aSend('ada@x.org'))
  await one.sandbox.snapshots.save('base')
  const other = await openSandbox({ snapshots: one.folder, key: 'another-key', user: 'other@y.org' })
  await other.sandbox.snapshots.restore('base')
  expect((await messagesOf(other.client)).map(({ msg }) => msg.email)).toEqual(['ada@x.org'])

  const third = await openSandbox({ snapshot: one.fileOf('base') })
  expect(third.sandbox.credentials).toEqual(one.sandbox.credentials)
  expect((await messagesOf(third.client)).map(({ msg }) => msg.email)).toEqual(['ada@x.org'])
})

test('a snapshot contains no secret of the sandbox that saved it, and only its owner may read it', async () => {
  const { sandbox, fileOf, folder } = await open()
  const authority = sandbox.control.certificate()
  await sandbox.snapshots.save('base')
  expect(statSync(fileOf('base')).mode & 0o777).toBe(0o600)
  const other = await openSandbox({ snapshot: fileOf('base'), snapshots: folder })
  expect(other.sandbox.adminToken).not.toBe(sandbox.adminToken)
  expect(other.sandbox.control.certificate()).not.toBe(authority)
  expect(readFileSync(fileOf('base'), 'utf8').split('\n', 1)[0]).toContain('"mailroomSnapshot":1')
})

test('a restore under load loses no later message', async () => {
  const { sandbox, client, errors } = await open()
  await client.post('/messages/send', aSend('kept@x.org'))
  await sandbox.snapshots.save('base')
  const statuses: number[] = []
  let isOver = false
  const load = async () => {
    while (!isOver) statuses.push((await client.post('/messages/send', aSend('load@x.org'))).status)
  }
  const loads = Array.from({ length: 8 }, load)
  for (let times = 0; times < 5; times++) await sandbox.snapshots.restore('base')
  isOver = true
  await Promise.all(loads)
  await client.post('/messages/send', aSend('after@x.org'))
  const found = (await messagesOf(client)).map(({ msg }) => msg.email)
  expect(found).toContain('kept@x.org')
  expect(found).toContain('after@x.org')
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(errors).toEqual([])
})

test('a snapshot saved under load reports as many messages as it has', async () => {
  const { sandbox, client } = await open()
  let isOver = false
  const load = async () => {
    while (!isOver) await client.post('/messages/send', aSend('load@x.org'))
  }
  const loads = Array.from({ length: 8 }, load)
  const pairs: [reported: number, found: number][] = []
  for (const name of ['first', 'second', 'third']) {
    const { messages } = await sandbox.snapshots.save(name)
    const fork = await sandbox.forks.create({ snapshot: name })
    pairs.push([messages, fork.sandbox.control.state().messages])
  }
  isOver = true
  await Promise.all(loads)
  expect(pairs.map(([reported]) => reported)).toEqual(pairs.map(([, found]) => found))
})

test('unreadable files are refused with an error message, and the sandbox keeps its content', async () => {
  const { sandbox, client, fileOf } = await open()
  // Random bytes do not compress, so the file is longer than its first line.
  await client.post('/messages/send', aSend('ada@x.org', { text: randomBytes(50_000).toString('base64') }))
  await sandbox.snapshots.save('base')
  const bytes = readFileSync(fileOf('base'))
  const line = bytes.indexOf('\n')
  const header = JSON.parse(bytes.toString('utf8', 0, line)) as object
  const withHeader = (change: object) =>
    Buffer.concat([Buffer.from(JSON.stringify({ ...header, ...change })), bytes.subarray(line)])
  const damaged = Buffer.from(bytes)
  damaged[bytes.length - 2000]! ^= 1
  writeFileSync(fileOf('cut'), bytes.subarray(0, bytes.length / 2))
  writeFileSync(fileOf('damaged'), damaged)
  writeFileSync(fileOf('empty'), '')
  writeFileSync(fileOf('other'), 'PNG\n')
  writeFileSync(fileOf('newer'), withHeader({ mailroomSnapshot: 2 }))
  writeFileSync(fileOf('newer-tables'), withHeader({ tables: 99 }))
  const restore = (name: string) => sandbox.snapshots.restore(name)
  await expect(restore('cut')).rejects.toThrow('Part of the file is missing or damaged. Save or copy it again.')
  await expect(restore('damaged')).rejects.toThrow('Part of the file is missing or damaged. Save or copy it again.')
  await expect(restore('empty')).rejects.toThrow('The file doesn’t begin like a snapshot. Choose another file.')
  await expect(restore('other')).rejects.toThrow('The file doesn’t begin like a snapshot. Choose another file.')
  await expect(restore('newer')).rejects.toThrow('The file was saved by a newer version of Mailroom.')
  await expect(restore('newer-tables')).rejects.toThrow('The file was saved by a newer version of Mailroom.')
  await expect(restore('none')).rejects.toThrow('There is no snapshot "none". Existing snapshots: base, cut')
  await expect(restore('../base')).rejects.toThrow('"../base" can’t be the name of a snapshot. Use 1 to 100 letters')
  expect((await sandbox.snapshots.list()).filter((entry) => 'problem' in entry).map(({ name }) => name)).toEqual([
    'empty',
    'newer',
    'newer-tables',
    'other',
  ])
  expect((await messagesOf(client)).map(({ msg }) => msg.email)).toEqual(['ada@x.org'])
})

test('files of every older version can be read', async () => {
  const folder = join(import.meta.dirname, 'support')
  const versions = readdirSync(folder).filter((file) => file.endsWith('.snapshot'))
  expect(versions, 'make-snapshot.ts writes the missing one').toContain(`version-${contentVersion}.snapshot`)
  for (const file of versions) {
    const { sandbox, client } = await openSandbox({ snapshot: join(folder, file), clock: {} })
    expect(sandbox.credentials.key).toBe('fixture-key')
    expect((await messagesOf(client)).map(({ msg, lastState }) => [msg.email, lastState])).toEqual([
      ['bounce@x.org', 'hardbounced'],
      ['ada@x.org', 'delivered'],
    ])
    expect(sandbox.control.clock()).toMatchObject({ running: false, now: Date.UTC(2026, 0, 1, 13) })
  }
})

test('a snapshot without the tables of a sandbox is refused', async () => {
  const { sandbox } = await open()
  const { database } = sandbox.store
  const additions = [
    'CREATE TRIGGER added AFTER INSERT ON messages BEGIN DELETE FROM settings; END',
    `CREATE TABLE "added; ATTACH 'x.sqlite' AS x" (a)`,
    'CREATE VIEW added AS SELECT 1',
  ]
  const removals = ['DROP TRIGGER added', `DROP TABLE "added; ATTACH 'x.sqlite' AS x"`, 'DROP VIEW added']
  for (const [index, addition] of additions.entries()) {
    database.exec(addition)
    await sandbox.snapshots.save(`added${index}`)
    database.exec(removals[index]!)
    await expect(sandbox.snapshots.restore(`added${index}`)).rejects.toThrow('Its tables are not those of a sandbox.')
  }
})

test('nothing is overwritten without a request', async () => {
  const { sandbox, client } = await open()
  await sandbox.snapshots.save('base')
  await client.post('/messages/send', aSend('ada@x.org'))
  await expect(sandbox.snapshots.save('base')).rejects.toThrow('A snapshot named "base" already exists.')
  expect(await sandbox.snapshots.save('base', { replace: true })).toMatchObject({ messages: 1 })
  expect(await sandbox.snapshots.list()).toMatchObject([{ name: 'base', messages: 1 }])
  await sandbox.snapshots.remove('base')
  expect(await sandbox.snapshots.list()).toEqual([])
  const file = join(await temporaryFolder(), 'file')
  writeFileSync(file, '')
  const other = await openSandbox({ snapshots: file })
  await expect(other.sandbox.snapshots.save('base')).rejects.toThrow(
    'can’t be written. Part of the path is a file, not a folder.',
  )
  await expect(sandbox.snapshots.remove('base')).rejects.toThrow('There are no snapshots yet.')
})

test('a comparison lists the messages, account entries and faults that differ', async () => {
  const { sandbox, client } = await open()
  await client.post('/messages/send', aSend(['open@x.org', 'b@x.org']))
  await sandbox.snapshots.save('before')
  await sandbox.control.advance('hour')
  await client.post('/messages/send', aSend('c@x.org'))
  await client.post('/settings/templates', template)
  sandbox.control.setFaults([{ kind: 'status', path: '*', status: 503, times: 1 }])
  sandbox.control.setFaults([{ kind: 'status', path: '/never', status: 503 }])
  const admin = adminOf({ sandbox })
  const { status, json } = await admin('GET', '/snapshots/before/diff')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    isSame: false,
    messages: {
      added: 1,
      changed: 2,
      removed: 0,
      first: [
        { email: 'c@x.org', before: null, after: 'requested' },
        { email: 'b@x.org', before: 'requested', after: 'delivered' },
        { email: 'open@x.org', before: 'requested', after: 'delivered' },
      ],
    },
    entries: { count: 1, first: [{ kind: 'template', name: 'spring', change: 'added' }] },
    faults: { before: [], after: [{ kind: 'status' }] },
  })
  await sandbox.snapshots.save('after')
  expect((await admin('GET', '/snapshots/after/diff?with=before')).json).toMatchObject({
    messages: { added: 0, changed: 2, removed: 1 },
    entries: { first: [{ kind: 'template', change: 'removed' }] },
  })
})

test('the controls over HTTP', async () => {
  const { sandbox, client } = await open()
  const admin = adminOf({ sandbox })
  await client.post('/messages/send', aSend('ada@x.org'))
  expect(await admin('PUT', '/snapshots/base', {})).toMatchObject({ status: 200, json: { name: 'base', messages: 1 } })
  expect(await admin('PUT', '/snapshots/base', {})).toMatchObject({ status: 409, json: { code: 'snapshot-exists' } })
  expect(await admin('PUT', '/snapshots/base', { replace: true })).toMatchObject({ status: 200 })
  sandbox.control.reset('empty')
  expect(await admin('POST', '/snapshots/base/restore', {})).toMatchObject({ status: 200, json: { messages: 1 } })
  expect(await admin('GET', '/snapshots')).toMatchObject({ json: [{ name: 'base' }] })
  expect(await admin('DELETE', '/snapshots/base')).toMatchObject({ status: 200, json: [] })
  expect(await admin('POST', '/snapshots/base/restore', {})).toMatchObject({ status: 404 })
  const inMemory = await openSandbox()
  expect(await adminOf(inMemory)('PUT', '/snapshots/base', {})).toMatchObject({
    status: 409,
    json: { error: expect.stringContaining('--snapshots FOLDER') as string },
  })
})
