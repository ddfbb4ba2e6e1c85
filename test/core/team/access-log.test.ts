import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { AccessFilter } from '#shared/contract/team.ts'
import { addressOf, firstVersionArchive, teamArchive } from '#test/core/archive/server/administration/team-server.ts'
import { onServer } from '#test/core/archive/support/open-server.ts'
import { exported, wanted } from '#test/core/exports/support/exporting.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { eventually } from '#test/support/eventually.ts'
import { addressesOnce, join, openColleague, openTeamAccount, send, syncToday } from './support/team-account.ts'
import type { Mailroom } from './support/team-account.ts'

const [ada, bob] = ['ada@example.org', 'bob@example.org']

/**
 * Ada’s Mailroom with two messages in a team archive, and the Mailroom of the archive’s owner, who turned on full
 * logging.
 */
async function openLogged() {
  const server = await teamArchive({})
  const as = (user: string) => ({ server: addressOf(server, { user }), password: server.password })
  const { mailroom } = await openTeamAccount(as('ada'))
  await send(mailroom, ada)
  await send(mailroom, bob)
  await syncToday(mailroom)
  await mailroom.ask('sync.now', { accountId: mailroom.accountId })
  await addressesOnce(mailroom, 2)
  const owner = await openColleague(mailroom)
  await join(owner, as('postgres'))
  await owner.ask('team.chooseAccessLog', { accountId: owner.accountId, choice: 'all' })
  return { mailroom, owner, as, server }
}

function logOf({ ask, accountId }: Mailroom, filter: AccessFilter = {}, limit = 50, before?: number) {
  return ask('team.accessLog', { accountId, filter, limit, before })
}

/** The log’s lines as text, oldest first, once there are this many. */
async function linesOnce(owner: Mailroom, count: number): Promise<string[]> {
  return eventually(async () => {
    const { lines } = await logOf(owner)
    expect(lines.map(textOf)).toHaveLength(count)
    return lines.map(textOf).reverse()
  })
}

function textOf({ role, kind, messages, person }: Awaited<ReturnType<typeof logOf>>['lines'][number]): string {
  return [role, kind, ...(messages === null ? [] : [messages]), ...(person === null ? [] : ['someone'])].join(' ')
}

function find({ ask, accountId }: Mailroom, text: string) {
  return ask('recipients.find', { accountId, text, limit: 5, asker: 'a field' })
}

function openMessage({ ask, accountId }: Mailroom, row: number) {
  return ask('messages.get', { accountId, row })
}

async function rowsOf({ ask, accountId }: Mailroom): Promise<number[]> {
  const { rows } = await ask('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: 50 })
  return rows.map(({ row }) => row)
}

onServer(
  'opens, searches, copies, exports, backups and changes of retention add lines that the owner can read',
  async () => {
    const { mailroom, owner } = await openLogged()
    const { ask, accountId } = mailroom
    const [row, other] = await rowsOf(mailroom)
    await linesOnce(owner, 1)
    await openMessage(mailroom, row!)
    await linesOnce(owner, 2)
    // Repeats the call, as an open page does.
    await openMessage(mailroom, row!)
    await openMessage(mailroom, other!)
    await linesOnce(owner, 3)
    for (const typed of ['', 'a', 'ad', 'ada']) await find(mailroom, typed)
    await linesOnce(owner, 4)
    await find(mailroom, ada)
    await linesOnce(owner, 5)
    const messages = { accountId, zone: 'UTC', offset: 0, limit: 10 }
    await ask('messages.search', { ...messages, text: `tag:invoice OR to:${bob.toUpperCase()}` })
    await linesOnce(owner, 6)
    // Opens the pages of the people who were searched for.
    await ask('recipients.get', { accountId, email: ada, zone: 'UTC', offset: 0, limit: 1 })
    await ask('recipients.get', { accountId, email: bob, zone: 'UTC', offset: 0, limit: 1 })
    const search = { accountId, text: 'ada@example.org', zone: 'UTC' }
    await ask('messages.copy', { ...search, ranges: [{ first: 0, last: 0, firstRow: null, lastRow: null }] })
    await linesOnce(owner, 7)
    expect(await exported(mailroom, wanted(mailroom, null))).toMatchObject({ state: 'done' })
    await linesOnce(owner, 8)
    // Counts for a person are searches, too.
    await ask('messages.count', { accountId, text: 'to:eve@example.org', zone: 'UTC' })
    const here = { accountId: owner.accountId, zone: 'UTC' }
    await owner.ask('messages.count', { ...here, text: `state:failed OR to:${bob}` })
    await linesOnce(owner, 9)
    await owner.ask('statistics.archive', { ...here, text: `to:${ada}`, groups: [], metaKey: null, limit: 1 })
    await linesOnce(owner, 10)
    await ask('archive.backUp', { accountId })
    await linesOnce(owner, 11)
    await ask('sync.configure', { accountId, options: { windowDays: 3 } })
    const keep = { accountId: owner.accountId, options: { keepDays: 400 } }
    // A colleague’s recent change is kept.
    expect(await owner.ask('sync.configure', keep)).toMatchObject({ options: { windowDays: 3, keepDays: 400 } })
    await owner.ask('sync.configure', keep)
    const typed = ['ada searched', 'ada searched someone', 'ada searched someone']
    const copies = ['ada exported 1 someone', 'ada exported 2']
    const counted = ['postgres searched someone', 'postgres searched someone']
    const opened = ['ada opened someone', 'ada opened someone']
    const last = ['ada exported 2', 'postgres retention']
    expect(await linesOnce(owner, 12)).toEqual([
      'postgres log-all',
      ...opened,
      ...typed,
      ...copies,
      ...counted,
      ...last,
    ])

    const { lines } = await logOf(owner, { person: 'ADA@example.org' })
    expect(lines.map(textOf)).toEqual([
      'postgres searched someone',
      'ada exported 1 someone',
      'ada searched someone',
      'ada opened someone',
    ])
    expect(lines[0]!.mailroom).toContain('Mailroom on')
    expect((await logOf(owner, { kind: 'exported', role: 'bob' })).lines).toEqual([])
    const first = await logOf(owner, {}, 4)
    const second = await logOf(owner, {}, 4, first.lines.at(-1)!.id)
    expect([...first.lines, ...second.lines]).toEqual((await logOf(owner)).lines.slice(0, 8))
  },
)

onServer('the owner exports lines as csv', async () => {
  const { mailroom, owner } = await openLogged()
  await openMessage(mailroom, (await rowsOf(mailroom))[0]!)
  await linesOnce(owner, 2)
  const { accountId } = owner
  const file = await owner.ask('team.exportAccessLog', { accountId, filter: { kind: 'opened' } })
  expect(file.name).toBe('Shop access log.csv')
  const lines = readFileSync(owner.app.files.find(file.fileToken).path, 'utf8').split('\r\n')
  expect(lines).toEqual([
    'Time,User,Mailroom,What,Person,Messages',
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z,ada,.*Mailroom on.*,opened,[0-9a-f]{64},$/),
    '',
  ])
})

onServer('nothing is logged if the owner chose so; otherwise even the last action before quitting is', async () => {
  const { mailroom, owner } = await openLogged()
  const { accountId } = owner
  const choose = (choice: 'none' | 'changes' | 'all') => owner.ask('team.chooseAccessLog', { accountId, choice })
  const [row, other] = await rowsOf(mailroom)
  expect(await choose('none')).toEqual({ logged: 'none' })
  await openMessage(mailroom, row!)
  await owner.ask('sync.configure', { accountId, options: { keepDays: 300 } })
  // The log is written asynchronously, but before Mailroom is closed.
  await mailroom.restart()
  expect(await choose('all')).toEqual({ logged: 'all' })
  await openMessage(mailroom, other!)
  await mailroom.close()
  const lines = ['postgres log-all', 'postgres log-none', 'postgres log-all', 'ada opened someone']
  expect((await logOf(owner)).lines.map(textOf).reverse()).toEqual(lines)
})

onServer('a reader adds lines too, but can neither read nor configure the log', async () => {
  const { mailroom, owner, as } = await openLogged()
  const reader = await openColleague(mailroom)
  await join(reader, as('bob'))
  const { ask, accountId } = reader
  await openMessage(reader, (await rowsOf(reader))[0]!)
  expect(await linesOnce(owner, 2)).toEqual(['postgres log-all', 'bob opened someone'])
  for (const { ask, accountId } of [reader, mailroom]) {
    const { refused, lines, logged } = await ask('team.accessLog', { accountId, filter: {}, limit: 50 })
    expect({ lines, logged }).toEqual({ lines: [], logged: 'all' })
    expect(refused).toMatch(/^Only the owner of the team archive .* (ada|bob) is not the owner\.$/)
  }
  const refusal = { code: 'access-log-refused', message: expect.stringContaining('bob is not the owner.') as string }
  await expect(ask('team.chooseAccessLog', { accountId, choice: 'none' })).rejects.toMatchObject(refusal)
  await expect(ask('team.exportAccessLog', { accountId, filter: {} })).rejects.toMatchObject(refusal)
  expect((await logOf(owner)).logged).toBe('all')
})

onServer('a line that cannot be written fails no command, and Mailroom’s log reports it', async () => {
  const { mailroom, server } = await openLogged()
  await server.as('postgres').script('ALTER TABLE mailroom.access ADD CHECK (false) NOT VALID')
  const logger = mailroom.app.logger as CapturedLogger
  expect(await openMessage(mailroom, (await rowsOf(mailroom))[0]!)).toMatchObject({ message: { email: bob } })
  const missing = await eventually(() => {
    const found = logger.lines.find(({ text }) => text === 'A line is missing from a team’s access log.')
    expect(found).toBeDefined()
    return found!
  })
  expect(missing).toMatchObject({ level: 'warn', details: { account: mailroom.accountId, kind: 'opened' } })
  expect(JSON.stringify(missing)).not.toContain(bob)
})

onServer('an archive without a log suggests a remedy, and an archive on this computer has none', async () => {
  const server = await firstVersionArchive({})
  const { mailroom } = await openTeamAccount({
    server: addressOf(server, { user: 'postgres' }),
    password: server.password,
  })
  const { ask, accountId } = mailroom
  expect(await logOf(mailroom)).toMatchObject({
    refused: expect.stringContaining('Ask its owner to run mailroom team-archive migrate.') as string,
    logged: 'none',
  })
  await ask('team.leave', { accountId })
  await expect(logOf(mailroom)).rejects.toMatchObject({ code: 'no-team-archive' })
})
