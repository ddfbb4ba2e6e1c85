import { describe, expect, test } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { createArchive } from '#core/archive/server/administration/create-archive.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { generateMessages } from '../../support/generate.ts'
import { packed } from '../../support/packed.ts'
import { addressOf, setPasswords, teamArchive, versions } from './team-server.ts'
import { hasPostgres } from '../../support/open-server.ts'

const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 1)]
const messages: readonly Message[] = [...generateMessages({ count: 200, from, to })]
const all = { query: everything, context: { now: to, zone: 'UTC' } }

/** The server’s error code for each statement that failed, or `done`. */
async function codesOf(database: ServerDatabase, statements: readonly string[]): Promise<Record<string, string>> {
  const codes: Record<string, string> = {}
  for (const statement of statements) {
    codes[statement] = await database.script(statement).then(
      () => 'done',
      (error: { details: { code: string } }) => error.details.code,
    )
  }
  return codes
}

function each(statements: readonly string[], code: string): Record<string, string> {
  return Object.fromEntries(statements.map((statement) => [statement, code]))
}

const changes = [
  'CREATE TABLE mine (name text)',
  'CREATE TABLE public.mine (name text)',
  'CREATE SCHEMA mine',
  'DROP TABLE value',
  'DROP TABLE message_2026_01',
  'ALTER TABLE value ADD COLUMN more text',
  'TRUNCATE message',
  'TRUNCATE message_2026_01',
  'DELETE FROM message_2026_01',
  'UPDATE version SET version = 2',
  'DELETE FROM version',
  "INSERT INTO month VALUES ('2030_01', 1, 2)",
  'UPDATE month SET stop = 0',
  'DELETE FROM month',
  'UPDATE tombstone SET erased = 0',
  'DELETE FROM tombstone',
  'DELETE FROM lease',
  'SELECT * FROM other.thing',
  'INSERT INTO other.thing VALUES (1)',
  "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  'SET ROLE mailroom_owner',
]

describe.skipIf(!hasPostgres).each(versions)('on the server of %s', (bin) => {
  test('a writer imports, erases and prunes, and changes nothing else', async () => {
    const server = await teamArchive({ bin })
    const ada = server.as('ada')
    const writer = new ServerWriter(ada)
    expect(await writer.import([packed(messages)])).toMatchObject({ added: 200 })
    expect(await writer.erase(messages[0]!.email, to)).toBeGreaterThan(0)
    await ada.script("SELECT rewrite_month('2026_01'), analyze_archive()")
    expect(await codesOf(ada, changes)).toEqual(each(changes, '42501'))
    const february = Date.UTC(2026, 1, 1) / 1000
    while ((await writer.prune(february, 50)) > 0);
    const months = await ada.query(sql`SELECT name FROM month ORDER BY first`)
    expect(months.map(({ name }) => name)).toEqual(['before', '2026_02', 'after'])
  })

  test('the owner chooses how long messages are kept, and a writer may change all other sync options', async () => {
    const server = await teamArchive({ bin })
    const save = (options: object) =>
      `INSERT INTO setting VALUES ('sync', '${JSON.stringify(options)}') ON CONFLICT (name) DO UPDATE SET value = excluded.value`
    const others = [save({ paused: true }), save({ keepDays: null, paused: true })]
    expect(await codesOf(server.as('ada'), others)).toEqual(each(others, 'done'))
    await server.as('postgres').script(save({ keepDays: 365 }))
    const same = [save({ keepDays: 365, paused: true }), "DELETE FROM setting WHERE name = 'nothing'"]
    expect(await codesOf(server.as('ada'), same)).toEqual(each(same, 'done'))
    const refused = [save({ keepDays: 364 }), save({}), "DELETE FROM setting WHERE name = 'sync'"]
    expect(await codesOf(server.as('ada'), refused)).toEqual(each(refused, '42501'))
    // Until the move is complete, the new archive accepts the period that was chosen in the old one.
    await server.as('postgres').script('UPDATE version SET changed = 0')
    expect(await codesOf(server.as('ada'), [save({ keepDays: 90 })])).toEqual(each([save({ keepDays: 90 })], 'done'))
  })

  test('the functions refuse names that are not months', async () => {
    const server = await teamArchive({ bin })
    const ada = server.as('ada')
    const odd = ['2026_13', '2026_01; DROP TABLE value', 'value', 'address"', '', '../x', 'lists', '2026_1', 'message']
    const quoted = [...odd.map((name) => `'${name}'`), 'NULL']
    const statements = quoted.flatMap((name) => [
      `SELECT add_month(${name}, 10, 20)`,
      ...['index_month', 'drop_month'].map((each) => `SELECT ${each}(${name})`),
    ])
    const rewriting = quoted.filter((name) => !/value/.test(name)).map((name) => `SELECT rewrite_month(${name})`)
    const known = [
      "SELECT drop_month('before')",
      "SELECT add_month('2026_01', 20, 10)",
      "SELECT add_month('2026_01', NULL, 10)",
    ]
    const refused = [...statements, ...rewriting, ...known]
    expect(await codesOf(ada, refused)).toEqual(each(refused, 'P0001'))
    // The range is in use.
    expect(await codesOf(ada, ["SELECT add_month('2026_01', 10, 20)"])).toEqual({
      "SELECT add_month('2026_01', 10, 20)": '42P17',
    })
    // A temporary table of the user that shadows the archive’s.
    const mine = `CREATE TEMP TABLE month (name text, first bigint, stop bigint);
      INSERT INTO pg_temp.month VALUES ('x', 1, 2); SET search_path = pg_temp, mailroom; SELECT drop_month('x')`
    await expect(ada.script(mine)).rejects.toMatchObject({ details: { reason: 'There is no month x.' } })
  })

  test('a reader can read everything except the hashes of erased people, and can write nothing', async () => {
    const server = await teamArchive({ bin })
    const [ada, bob] = [server.as('ada'), server.as('bob')]
    await new ServerWriter(ada).import([packed(messages)])
    expect((await new ServerReader(bob).count(all)).value).toBe(200)
    const tables = await bob.query(sql`
      SELECT relname FROM pg_class WHERE relnamespace = 'mailroom'::regnamespace AND relkind IN ('r', 'p')`)
    const names = tables.map(({ relname }) => String(relname)).filter((name) => !['tombstone', 'access'].includes(name))
    expect(names).toContain('message_2026_01')
    const reads = names.flatMap((name) => [`SELECT * FROM ${name} LIMIT 1`, `SELECT pg_total_relation_size('${name}')`])
    expect(await codesOf(bob, reads)).toEqual(each(reads, 'done'))
    const writes = [
      'SELECT * FROM tombstone',
      'SELECT * FROM access',
      'DELETE FROM sent_to',
      "UPDATE access_choice SET logged = 'none'",
      "INSERT INTO setting VALUES ('x', '1')",
      'UPDATE version SET changed = changed + 1',
      'SELECT epoch FROM lease FOR UPDATE',
      'DELETE FROM message',
      'DELETE FROM rewrite',
      "SELECT add_month('2030_01', 10, 20)",
      "SELECT index_month('2026_01')",
      "SELECT drop_month('2026_01')",
      "SELECT rewrite_month('2026_01')",
      'SELECT analyze_archive()',
      ...changes,
    ]
    expect(await codesOf(bob, writes)).toEqual(each(writes, '42501'))
  })

  test('a user without a role may do nothing', async () => {
    const server = await teamArchive({ bin })
    const administrator = server.as('postgres')
    await administrator.script('CREATE ROLE eve LOGIN')
    await setPasswords(administrator, ['eve'], server.password)
    const statements = [
      'SELECT * FROM mailroom.setting',
      'SELECT * FROM mailroom.message',
      "SELECT mailroom.drop_month('before')",
      'CREATE TABLE mailroom.mine (name text)',
    ]
    expect(await codesOf(server.as('eve'), statements)).toEqual(each(statements, '42501'))
    const granted = await administrator.query(sql`
      SELECT relname AS name FROM pg_class CROSS JOIN LATERAL aclexplode(relacl) AS acl
        WHERE relnamespace = 'mailroom'::regnamespace AND acl.grantee = 0
      UNION ALL SELECT proname FROM pg_proc CROSS JOIN LATERAL aclexplode(coalesce(proacl, acldefault('f', proowner))) AS acl
        WHERE pronamespace = 'mailroom'::regnamespace AND acl.grantee = 0`)
    expect(granted).toEqual([])
  })

  test('an archive in another database is created only if its roles belong to it', async () => {
    const server = await teamArchive({ bin })
    await server.as('postgres').query(sql`CREATE DATABASE second`)
    const inSecond = async (schema: string): Promise<unknown> => {
      const database = new ServerDatabase({ ...addressOf(server, { schema }), database: 'second' }, server.password)
      return createArchive(database)
        .then(
          () => 'created',
          (error: { code: string }) => error.code,
        )
        .finally(() => database.close())
    }
    expect([await inSecond('mailroom'), await inSecond('shop')]).toEqual(['roles-in-use', 'created'])
    // The roles of an archive that was dropped can be used again.
    await server.as('postgres').script('DROP SCHEMA mailroom CASCADE')
    expect(await inSecond('mailroom')).toBe('created')
  })
})
