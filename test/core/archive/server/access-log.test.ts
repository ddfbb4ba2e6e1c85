import { describe, expect, test } from 'vitest'
import type { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { logAccess } from '#core/archive/server/access/log-access.ts'
import { accessPage, accessPages, chooseLogged } from '#core/archive/server/access/read-access.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { joinServerArchive } from '../support/engines.ts'
import { generateMessages } from '../support/generate.ts'
import { hasPostgres } from '../support/open-server.ts'
import { packed } from '../support/packed.ts'
import { addressOf, teamArchive, versions, type Server } from './administration/team-server.ts'

const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)]

async function allLines(database: ServerDatabase) {
  return accessPage((statement) => database.query(statement), {}, { limit: 1000 })
}

/** An archive in which everything is logged. */
async function loggingAll(bin: string): Promise<Server> {
  const server = await teamArchive({ bin })
  await chooseLogged((statement) => server.as('postgres').query(statement), 'all')
  return server
}

describe.skipIf(!hasPostgres).each(versions)('on the server of %s', (bin) => {
  test('readers and writers add lines under their own user, even if they may only read', async () => {
    const server = await loggingAll(bin)
    const administrator = server.as('postgres')
    await administrator.script('ALTER ROLE bob SET default_transaction_read_only = on')
    const open = (user: string, name: string) =>
      joinServerArchive({ server: addressOf(server, { user }), password: server.password, name })
    const [ada, bob] = [await open('ada', 'Ada’s Mailroom'), await open('bob', 'Bob’s Mailroom')]
    expect(await bob.team.logAccess({ kind: 'opened', person: 'Marigold@Shop.example' })).toBe(true)
    expect(await ada.team.logAccess({ kind: 'exported', messages: 1200 })).toBe(true)
    await ada.import([...generateMessages({ count: 10, from, to })])
    await ada.erase('marigold@shop.example')
    const lines = await allLines(administrator)
    expect(lines).toMatchObject([
      { role: 'ada', mailroom: 'Ada’s Mailroom', kind: 'erased', messages: 0 },
      { role: 'ada', mailroom: 'Ada’s Mailroom', kind: 'exported', person: null, messages: 1200 },
      { role: 'bob', mailroom: 'Bob’s Mailroom', kind: 'opened', messages: null },
      { role: 'postgres', mailroom: null, kind: 'log-all' },
    ])
    // The address is hashed in its normalized form, as in erasures.
    expect(lines[0]!.person).toBe(lines[2]!.person)
    const stored = await administrator.first(sql`SELECT encode(hash, 'hex') AS hash FROM tombstone`)
    expect(stored?.hash).toBe(lines[0]!.person)
    expect(JSON.stringify(lines).toLowerCase()).not.toContain('marigold')
    const [{ clock } = { clock: 0 }] = await administrator.query(sql`SELECT extract(epoch FROM now()) * 1000 AS clock`)
    const times = lines.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(times[0]).toBeLessThanOrEqual(Number(clock))
  })

  test('only the owner reads the log, and nobody can use another’s name or change a line', async () => {
    const server = await loggingAll(bin)
    await logAccess(server.as('ada'), 'Ada’s Mailroom', { kind: 'exported', messages: 3 })
    const before = await allLines(server.as('postgres'))
    const forbidden = [
      'SELECT * FROM access',
      "INSERT INTO access (kind) VALUES ('opened')",
      "INSERT INTO access (role, kind) VALUES ('postgres', 'opened')",
      "UPDATE access SET role = 'bob'",
      'DELETE FROM access',
      'TRUNCATE access',
      'ALTER TABLE access DISABLE ROW LEVEL SECURITY',
      'DROP TABLE access',
      "UPDATE access_choice SET logged = 'none'",
      'DELETE FROM access_choice',
      "INSERT INTO access_choice VALUES (false, 'none')",
      'CREATE OR REPLACE FUNCTION log_access(text, text, bytea, bigint) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$',
      "SET SESSION AUTHORIZATION postgres; SELECT log_access('opened', NULL, NULL, NULL)",
    ]
    for (const user of ['ada', 'bob']) {
      const database = server.as(user)
      for (const statement of forbidden) {
        await expect(database.script(statement), `${user}: ${statement}`).rejects.toMatchObject({
          details: { code: expect.stringMatching(/^(42501|25006)$/) as string },
        })
      }
    }
    const invented = ["'log-none', NULL, NULL, NULL", 'NULL, NULL, NULL, NULL']
    for (const given of invented) {
      await expect(server.as('bob').script(`SELECT log_access(${given})`)).rejects.toMatchObject({
        details: { code: 'P0001' },
      })
    }
    for (const given of ["'read', NULL, NULL, NULL", "'opened', NULL, 'short', NULL", "'opened', NULL, NULL, -1"]) {
      await expect(server.as('bob').script(`SELECT log_access(${given})`)).rejects.toMatchObject({
        details: { code: '23514' },
      })
    }
    expect(await allLines(server.as('postgres'))).toEqual(before)
    // A user with another role and a temporary table that shadows the archive’s.
    await server.as('bob').script(`SET ROLE mailroom_reader; CREATE TEMP TABLE access (kind text);
      SET search_path = pg_temp, mailroom; SELECT mailroom.log_access('opened', 'Ada’s Mailroom', NULL, NULL)`)
    expect((await allLines(server.as('postgres')))[0]).toMatchObject({ role: 'bob', kind: 'opened' })
  })

  test('the owner chooses what is logged, and each choice is a line', async () => {
    const server = await teamArchive({ bin })
    const administrator = server.as('postgres')
    await administrator.script('CREATE ROLE chief LOGIN; GRANT mailroom_owner TO chief')
    await administrator.script(`ALTER ROLE chief PASSWORD '${server.password}'`)
    const [ada, chief] = [server.as('ada'), server.as('chief')]
    const kinds = ['opened', 'searched', 'exported', 'erased', 'retention'] as const
    const loggedNow = async () => {
      const logged: string[] = []
      for (const kind of kinds) if (await logAccess(ada, 'Ada’s Mailroom', { kind })) logged.push(kind)
      return logged
    }
    const choose = (choice: 'none' | 'changes' | 'all') => chooseLogged((each) => chief.query(each), choice)
    expect(await loggedNow()).toEqual(['exported', 'erased', 'retention'])
    await choose('none')
    expect(await loggedNow()).toEqual([])
    await choose('all')
    await choose('all')
    expect(await loggedNow()).toEqual([...kinds])
    const lines = await allLines(chief)
    expect(lines.filter(({ role }) => role === 'chief').map(({ kind }) => kind)).toEqual(['log-all', 'log-none'])
    await expect(chooseLogged((each) => ada.query(each), 'none')).rejects.toMatchObject({ code: 'archive-read-only' })
  })

  test('lines are found by period, user, kind and person, page by page', async () => {
    const server = await loggingAll(bin)
    const [ada, bob, owner] = [server.as('ada'), server.as('bob'), server.as('postgres')]
    for (let at = 0; at < 7; at++) await logAccess(ada, 'a', { kind: 'exported', messages: at })
    await logAccess(bob, 'b', { kind: 'opened', person: 'x@shop.example' })
    await logAccess(bob, 'b', { kind: 'opened', person: 'y@shop.example' })
    await logAccess(ada, 'a', { kind: 'searched', person: 'X@shop.example' })
    await owner.script("UPDATE access SET at = timestamptz '2026-01-01 00:00Z' + id * interval '1 day'")
    const found = async (filter: Parameters<typeof accessPage>[1]) => {
      const lines = await accessPage((each) => owner.query(each), filter, { limit: 100 })
      return lines.map(({ role, kind, messages }) => [role, kind, messages].join(' ').trim())
    }
    const exported = [6, 5, 4, 3, 2, 1, 0].map((messages) => `ada exported ${messages}`)
    expect(await found({ kind: 'exported' })).toEqual(exported)
    expect(await found({ role: 'bob' })).toEqual(['bob opened', 'bob opened'])
    expect(await found({ person: 'x@SHOP.example' })).toEqual(['ada searched', 'bob opened'])
    expect(await found({ person: 'x@shop.example', role: 'bob' })).toEqual(['bob opened'])
    expect(await found({ person: 'z@shop.example' })).toEqual([])
    const day = (number: number) => Date.UTC(2026, 0, number)
    expect(await found({ since: day(5), until: day(7) })).toEqual(exported.slice(3, 5))
    const pages = []
    for await (const page of accessPages(owner, { kind: 'exported' }, { limit: 5, atOnce: 2 })) {
      pages.push(page.map(({ messages }) => messages))
      // A line added between two pages is not listed twice.
      await logAccess(ada, 'a', { kind: 'exported', messages: 100 })
    }
    expect(pages).toEqual([[6, 5], [4, 3], [2]])
  })

  test('an erasure and its line are written together or not at all', async () => {
    const server = await teamArchive({ bin })
    const [message] = [...generateMessages({ count: 1, from, to })]
    const writer = new ServerWriter(server.as('ada'))
    await writer.import([packed([message!])])
    await server.as('postgres').script('ALTER TABLE mailroom.access ADD CHECK (messages IS NULL)')
    await expect(writer.erase(message!.email, to)).rejects.toThrow()
    expect(await writer.hasErased()).toBe(false)
    await server.as('postgres').script('ALTER TABLE mailroom.access DROP CONSTRAINT access_messages_check1')
    expect(await writer.erase(message!.email, to)).toBe(1)
    expect(await allLines(server.as('postgres'))).toMatchObject([{ role: 'ada', kind: 'erased', messages: 1 }])
  })
})
