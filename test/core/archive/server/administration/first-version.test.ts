import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openAccessLog } from '#core/archive/server/administration/access-log.ts'
import { maintain } from '#core/archive/server/administration/maintain.ts'
import { addAccess } from '#core/archive/server/access/log-access.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { grantStatements, roleNames } from '#core/archive/server/schema/grants.ts'
import { migrations } from '#core/archive/server/schema/migrations.ts'
import { SentCopies } from '#core/archive/server/sent/sent-copies.ts'
import { ServerReader } from '#core/archive/server/server-reader.ts'
import { ServerWriter } from '#core/archive/server/write/server-writer.ts'
import { everything } from '#shared/domain/query/ast.ts'
import { runCli } from '../../../../cli/support/run-cli.ts'
import { joinServerArchive } from '../../support/engines.ts'
import { generateMessages } from '../../support/generate.ts'
import { hasPostgres } from '../../support/open-server.ts'
import { packed } from '../../support/packed.ts'
import { addressOf, firstVersionArchive, firstVersionFile, versions, type Server } from './team-server.ts'

const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)]
const messages = [...generateMessages({ count: 100, from, to })]
const all = { query: everything, context: { now: to, zone: 'UTC' } }
const email = messages[0]!.email
const send = { at: from, content: { text: 'Hello', html: '', columns: [] }, to: [{ address: email }] }

function run(server: Server, ...args: readonly string[]) {
  const place = ['--host', server.host, '--port', String(server.port), '--database', 'postgres', '--user', 'postgres']
  return runCli(['team-archive', ...args, ...place], { env: { MAILROOM_TEAM_PASSWORD: server.password } })
}

/** The SQL statements with which a Mailroom that supports only version 1 of the schema erases a person. */
async function eraseAsFirst(server: Server, hash: string): Promise<void> {
  await server.as('ada').script(`BEGIN; SELECT epoch FROM lease FOR UPDATE;
    INSERT INTO tombstone VALUES (decode('${hash}', 'hex'), 1) ON CONFLICT DO NOTHING; COMMIT`)
}

test('the statements of version 1 have not changed', () => {
  expect(readFileSync(firstVersionFile, 'utf8')).toContain(migrations[0]!.statements('mailroom'))
})

describe.skipIf(!hasPostgres).each(versions)('on the server of %s', (bin) => {
  test('an archive of version 1 can be read and written but has no log and no copies of sends, and says so', async () => {
    const server = await firstVersionArchive({ bin })
    const given = { server: addressOf(server, { user: 'ada' }), password: server.password, name: 'Ada’s Mailroom' }
    const archive = await joinServerArchive(given)
    expect(await archive.import(messages)).toMatchObject({ added: 100 })
    expect((await archive.count(all)).value).toBe(100)
    expect(await archive.team.missing()).toContain('Ask its owner to run mailroom team-archive migrate.')
    expect(await archive.team.loggedAccess()).toBe('none')
    expect(await archive.team.logAccess({ kind: 'exported', messages: 100 })).toBe(false)
    expect(await archive.team.keepSent('first', send)).toBe(false)
    expect(await archive.team.sentCopy('first', email)).toBeNull()
    await archive.team.removeSent('first')
    await archive.team.pruneSent(to)
    expect((await archive.erase(email)).messages).toBeGreaterThan(0)
    expect(await run(server, 'access-log')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'This archive was created by an older version of Mailroom and has no access log. Run mailroom team-archive migrate as its owner first.\n',
    })
    // The grants that this program prints work for both versions.
    await server.as('postgres').script(grantStatements('mailroom', roleNames('mailroom')))
  })

  test('the command migrates it without losing data, and programs that support only version 1 keep working', async () => {
    const server = await firstVersionArchive({ bin })
    const [ada, bob] = [server.as('ada'), server.as('bob')]
    const writer = new ServerWriter(ada)
    await writer.import([packed(messages)])
    await writer.erase(messages[1]!.email, to)
    const before = (await new ServerReader(bob).count(all)).value
    const printed = await run(server, 'migrate', '--print')
    expect(printed).toMatchObject({ code: 0, stderr: '' })
    expect(await ada.first(sql`SELECT version FROM version`)).toEqual({ version: 1 })
    expect(printed.stdout).toContain(migrations[1]!.statements('mailroom'))
    const { stdout } = await run(server, 'migrate')
    expect(stdout).toBe('The archive’s schema was updated from version 1 to version 3.\n')
    expect(await ada.first(sql`SELECT version, oldest_client FROM version`)).toEqual({ version: 3, oldest_client: 1 })
    expect((await new ServerReader(bob).count(all)).value).toBe(before)
    expect(await writer.erasedAmong([messages[1]!.email, email])).toEqual([messages[1]!.email])

    const sent = new SentCopies(ada)
    expect(await sent.keep('early', { ...send, to: [{ address: messages[1]!.email }] })).toBe(false)
    expect(await sent.keep('first', send)).toBe(true)
    expect(await ada.transaction(({ run: inside }) => addAccess(inside, null, { kind: 'exported' }))).toBe(true)
    // The grants that the earlier program prints allow everything on every table.
    const text = readFileSync(firstVersionFile, 'utf8')
    const grants = text.slice(text.indexOf('REVOKE ALL ON SCHEMA'), text.indexOf('RESET ROLE;'))
    await server.as('postgres').script(`SET ROLE mailroom_owner; ${grants} RESET ROLE;`)
    for (const database of [ada, bob]) expect(await database.query(sql`SELECT * FROM access`)).toEqual([])
    await expect(ada.script("INSERT INTO access (kind) VALUES ('erased')")).rejects.toThrow()
    await ada.script("DELETE FROM access; UPDATE access SET role = 'bob'; UPDATE access_choice SET logged = 'none'")
    const log = await openAccessLog(server.as('postgres'))
    expect(log.logged).toBe('changes')
    expect((await log.pages({}, { limit: 10 }).next()).value).toMatchObject([{ role: 'ada', kind: 'exported' }])

    const [{ hash } = { hash: '' }] = await ada.query(sql`SELECT encode(person, 'hex') AS hash FROM sent_to`)
    await eraseAsFirst(server, String(hash))
    expect(await sent.find('first', email)).toBeNull()
    const done = await maintain(server.as('postgres'), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    expect(done.waiting).toEqual([])
    expect(done.rewritten).toEqual(expect.arrayContaining(['sent', 'sent_body', 'sent_to']))
  })
})
