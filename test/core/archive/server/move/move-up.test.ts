import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerArchive } from '#core/archive/server/server-archive.ts'
import { isDeep } from '#test/support/deep/is-deep.ts'
import { eventually } from '#test/support/eventually.ts'
import { generateMessages } from '../../support/generate.ts'
import { everyMessage } from '../../support/compare.ts'
import type { MoverTask } from '../../support/mover-program.ts'
import { createSchema, onServer } from '../../support/open-server.ts'
import {
  erased,
  movedAccount,
  moveUntil,
  moveUp,
  openFilled,
  optionsOf,
  variousMessages,
  type Address,
} from '../../support/moving.ts'

const program = fileURLToPath(new URL('../../support/mover-program.ts', import.meta.url))
const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }

async function join(address: Address, id = 'bob'): Promise<ServerArchive> {
  const archive = await ServerArchive.open(optionsOf(address, id))
  onTestFinished(() => archive.close().catch(() => undefined))
  return archive
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
}

async function asAdministrator<T>({ server, password }: Address, work: (database: ServerDatabase) => Promise<T>) {
  const database = new ServerDatabase(server, password)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** A trigger that runs before each insertion into a month. */
function trigger(month: string, body: string): string {
  return `CREATE FUNCTION broken_${month}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
    CREATE TRIGGER broken BEFORE INSERT ON message_${month} FOR EACH ROW EXECUTE FUNCTION broken_${month}();`
}

onServer('moves every record in order, including odd ones, and all other data of an archive', async () => {
  const address = await createSchema()
  const { archive, folder } = await openFilled()
  const fractions: number[] = []
  const { messages } = await moveUp(address, folder, { progress: ({ fraction }) => fractions.push(fraction!) })
  const moved = await join(address)
  const expected = await everyMessage(archive)
  expect(messages).toBe(expected.length)
  expect(await everyMessage(moved)).toEqual(expected)
  expect(fractions).toEqual(fractions.toSorted((one, other) => one - other))
  expect(fractions.at(-1)).toBe(1)
  expect(await moved.horizon()).toEqual(await archive.horizon())
  expect(await moved.setting('report')).toEqual({ name: 'a\0b\ud800' })
  expect(await moved.setting('filling')).toBeNull()
  expect(await moved.setting('account')).toEqual(movedAccount.account)
  expect(await moved.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
  for (const text of ['invoice', 'opened:yes', 'from:billing -tag:reminder', 'due']) {
    const request = { query: parse(text).query, context, limit: 200 }
    expect((await moved.search(request)).rows, text).toEqual((await archive.search(request)).rows)
  }
  // The moved archive works like any other.
  expect(await moved.takeLease()).toMatchObject({ mine: true })
  expect(await moved.import(expected.slice(0, 50), { lastSync: 78 })).toMatchObject({ added: 0 })
})

onServer('keeps erased people out on the server', async () => {
  const address = await createSchema()
  const { folder } = await openFilled()
  await moveUp(address, folder)
  const moved = await join(address)
  expect(await moved.isErased(erased.toUpperCase())).toBe(true)
  const [message] = generateMessages({ count: 1 })
  expect(await moved.import([{ ...message!, id: 'again', email: erased }])).toMatchObject({ added: 0, erased: 1 })
})

onServer('hides the archive and refuses writes until the move is complete', async () => {
  const address = await createSchema()
  const { archive, folder } = await openFilled()
  const early = await join(address, 'early')
  await moveUntil(address, folder, (note) => note.includes('2025-02'))
  expect(await codeOf(join(address))).toBe('archive-unfinished')
  expect(await codeOf(early.search({ query: parse('').query, context }))).toBe('archive-unfinished')
  expect(await codeOf(early.import(variousMessages(5)))).toBe('archive-unfinished')
  expect(await codeOf(early.setSetting('a', 1))).toBe('archive-unfinished')
  expect(await codeOf(join(address))).toBe('archive-unfinished')
  await moveUp(address, folder)
  expect(await everyMessage(early)).toEqual(await everyMessage(archive))
})

onServer('continues at the month where a move was cancelled', async () => {
  const address = await createSchema()
  const { archive, folder } = await openFilled()
  await moveUntil(address, folder, (note) => note.includes('2025-03'))
  // Writing a part for the second time fails.
  await asAdministrator(address, (database) =>
    database.script(['before', '2025_01', '2025_02'].map((name) => trigger(name, "RAISE 'twice';")).join('\n')),
  )
  await moveUp(address, folder)
  expect(await everyMessage(await join(address))).toEqual(await everyMessage(archive))
})

onServer('moves changes made after a cancelled move, and leaves out people erased since', async () => {
  const address = await createSchema()
  const messages = variousMessages()
  const { archive, folder } = await openFilled(messages)
  await moveUntil(address, folder, (note) => note.includes('2025-03'))
  await archive.erase(messages[9]!.email)
  await archive.import([{ ...messages[30]!, open: 1000 }])
  await moveUp(address, folder)
  const moved = await join(address)
  expect(await everyMessage(moved)).toEqual(await everyMessage(archive))
  expect(await moved.isErased(messages[9]!.email)).toBe(true)
  expect(await moved.checkIntegrity()).toEqual({ kind: 'none', findings: [] })
})

onServer('refuses to finish if the archive changed during the move', async () => {
  const address = await createSchema()
  const { archive, folder } = await openFilled()
  const changes: Promise<void>[] = []
  const progress = (): void => {
    if (changes.length === 0) changes.push(archive.setSetting('lastSync', 78))
  }
  expect(await codeOf(moveUp(address, folder, { progress }))).toBe('move-source-changed')
  await moveUp(address, folder)
  expect((await (await join(address)).horizon()).lastSync).toBe(78)
})

/** Moves in another program, kills it in a month, and ends its lease without waiting until it expires. */
async function killIn(month: string, task: MoverTask): Promise<void> {
  await asAdministrator(task, async (database) => {
    const begun = await database.first(sql`SELECT clock_timestamp()::text AS time`)
    const child = spawn(process.execPath, [program, JSON.stringify(task)])
    onTestFinished(() => void child.kill('SIGKILL'))
    const exit = once(child, 'exit')
    for await (const note of createInterface(child.stdout)) {
      if (!note.includes(month)) continue
      child.kill('SIGKILL')
      break
    }
    expect(await exit).toEqual([null, 'SIGKILL'])
    const connections = sql`
      SELECT pid FROM pg_stat_activity
      WHERE application_name = 'Mailroom' AND backend_start > ${String(begun!['time'])}::timestamptz`
    // Until they have ended, the server may still execute a renewal of the lease.
    await eventually(async () => expect(await database.query(connections)).toEqual([]))
    await database.script(`UPDATE lease SET until = '-infinity'`)
  })
}

onServer('neither loses nor duplicates anything when its program is killed repeatedly', async () => {
  const address = await createSchema()
  const { archive, folder } = await openFilled()
  const everyMonth = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05']
  const killedIn = isDeep
    ? everyMonth.flatMap((month) => [month, month, month, month])
    : ['2025-01', '2025-03', '2025-05']
  for (const month of killedIn) await killIn(month, { ...address, folder })
  await moveUp(address, folder)
  expect(await everyMessage(await join(address))).toEqual(await everyMessage(archive))
})

onServer('finds a month that differs on the server, and moves only that one again', async () => {
  const address = await createSchema()
  const { archive, folder } = await openFilled()
  await asAdministrator(address, async (database) => {
    const [from, to] = [Date.UTC(2025, 2) / 1000, Date.UTC(2025, 3) / 1000]
    await database.script(`SELECT add_month('2025_03', ${from * 2 ** 20}, ${to * 2 ** 20});
      ${trigger('2025_03', 'NEW.clicks = NEW.clicks + 1; RETURN NEW;')}`)
  })
  await expect(moveUp(address, folder)).rejects.toMatchObject({
    code: 'move-differs',
    message: expect.stringContaining('2025-03') as string,
  })
  expect(await codeOf(join(address))).toBe('archive-unfinished')
  await asAdministrator(address, (database) =>
    database.script(`DROP TRIGGER broken ON message_2025_03; ${trigger('2025_02', "RAISE 'twice';")}`),
  )
  await moveUp(address, folder)
  expect(await everyMessage(await join(address))).toEqual(await everyMessage(archive))
})

onServer('refuses an archive that is in use, or that has other data', async () => {
  const [used, begun] = [await createSchema(), await createSchema()]
  const { folder } = await openFilled()
  const colleague = await join(used)
  await colleague.import([...generateMessages({ count: 1 })])
  expect(await codeOf(moveUp(used, folder))).toBe('archive-not-empty')
  expect((await everyMessage(colleague)).length).toBe(1)
  await moveUntil(begun, folder, (note) => note.includes('2025-02'))
  const other = { source: 'account 2', account: { ...movedAccount.account, user: 'eve@example.org' } }
  expect(await codeOf(moveUp(begun, folder, other))).toBe('archive-foreign')
})

onServer('refuses an unfilled archive in which colleagues already share something', async () => {
  const { folder } = await openFilled()
  const to = [{ address: 'ada@example.org' }]
  const uses: readonly ((archive: ServerArchive) => Promise<unknown>)[] = [
    (archive) => archive.changeSetting('teamNotes', { one: { text: 'New sender' } }),
    (archive) => archive.setSetting('sync', { keepDays: 30 }),
    (archive) => archive.team.keepSent('send', { at: 1000, content: { text: 'Hi', html: '', columns: [] }, to }),
    (archive) => archive.team.logAccess({ kind: 'exported', person: 'ada@example.org' }),
  ]
  for (const use of uses) {
    const address = await createSchema()
    const colleague = await join(address)
    await use(colleague)
    expect(await codeOf(moveUp(address, folder)), String(use)).toBe('archive-not-empty')
  }
  const address = await createSchema()
  const colleague = await join(address)
  await colleague.setSetting('sync', { from: 1000, keepDays: null })
  await colleague.changeSetting('teamNotes', { one: { text: 'New sender' } })
  await colleague.changeSetting('teamNotes', { one: null })
  expect(await codeOf(moveUp(address, folder))).toBe('done')
})

onServer('refuses an archive that another account has joined but not filled yet', async () => {
  const address = await createSchema()
  const { archive, folder } = await openFilled()
  const other = await join(address)
  const { account } = movedAccount
  for (const joined of [
    { ...account, user: 'eve@example.org' },
    { ...account, service: 'https://other.example.org' },
  ]) {
    await other.setSetting('account', joined)
    expect(await codeOf(moveUp(address, folder))).toBe('archive-of-another-account')
    expect(await other.setting('account')).toEqual(joined)
  }
  await other.setSetting('account', account)
  await moveUp(address, folder)
  expect(await everyMessage(await join(address))).toEqual(await everyMessage(archive))
})

onServer('refuses an archive that another Mailroom syncs, until it stops', async () => {
  const address = await createSchema()
  const { folder } = await openFilled()
  const other = await join(address)
  await other.takeLease()
  expect(await codeOf(moveUp(address, folder))).toBe('lease-held')
  await other.releaseLease()
  expect(await codeOf(moveUp(address, folder))).toBe('done')
})
