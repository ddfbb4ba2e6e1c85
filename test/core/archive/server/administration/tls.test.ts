import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { administer } from '#core/archive/server/administration/administration.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { createAuthority, createServerCertificate } from '#sandbox/tls/certificate.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { runCli } from '../../../../cli/support/run-cli.ts'
import { addressOf, teamServer, versions, type Server } from './team-server.ts'

const [bin = ''] = versions
const now = Date.now()
const authority = createAuthority(now)

/** Reaches this computer, as 127.0.0.1 does, but does not count as loopback. */
const notLoopback = '0.0.0.0'

function serverWith(names: readonly string[]): Promise<Server> {
  const { key, certificate } = createServerCertificate(authority, { names, now })
  const files = { 'server.key': key, 'server.crt': certificate }
  return teamServer({ bin, settings: { ssl: 'on' }, files })
}

/** Whether the connection is encrypted. */
function encryption(server: Server, address: Partial<TeamServer>): Promise<unknown> {
  const whole = { ...addressOf(server, {}), ...address }
  return administer({ server: whole, password: server.password }, async (database) => {
    return (await database.first(sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`))?.ssl
  })
}

test('a certificate of a private authority is accepted only with that authority', async () => {
  const server = await serverWith([notLoopback, '127.0.0.1'])
  const trusted = { authority: authority.certificate }
  expect(await encryption(server, { host: notLoopback, ...trusted })).toBe(true)
  expect(await encryption(server, { host: '127.0.0.1', ...trusted })).toBe(true)
  await expect(encryption(server, { host: notLoopback })).rejects.toMatchObject({
    code: 'archive-certificate',
    message:
      'The certificate of the server at 0.0.0.0 is from an unknown authority. Name the authority’s file with --ca.',
  })
  const other = { authority: createAuthority(now).certificate }
  await expect(encryption(server, { host: notLoopback, ...other })).rejects.toMatchObject({
    message: expect.stringContaining('unknown authority'),
  })

  const ca = join(await temporaryFolder(), 'ca.pem')
  writeFileSync(ca, authority.certificate)
  const flags = ['--host', notLoopback, '--port', String(server.port), '--database', 'postgres', '--user', 'postgres']
  const create = (more: readonly string[]) =>
    runCli(['team-archive', 'create', ...flags, ...more], { env: { MAILROOM_TEAM_PASSWORD: server.password } })
  expect(await create([])).toMatchObject({ code: 1, stdout: '' })
  expect(await create(['--ca', ca])).toMatchObject({ code: 0, stderr: '' })
})

test.each([[['db.example.org']], [['localhost']]])(
  'a certificate for %j is refused because of its name',
  async (names) => {
    const server = await serverWith(names)
    for (const host of [notLoopback, '127.0.0.1']) {
      await expect(encryption(server, { host, authority: authority.certificate })).rejects.toMatchObject({
        code: 'archive-certificate',
        message: `The certificate of the server at ${host} is for another name. Use the name in the certificate for --host.`,
      })
    }
  },
)

test('a server without TLS is refused unless it is on this computer', async () => {
  const server = await teamServer({ bin })
  expect(await encryption(server, { host: '127.0.0.1' })).toBe(false)
  for (const address of [{ host: notLoopback }, { host: '127.0.0.1', authority: authority.certificate }]) {
    await expect(encryption(server, address)).rejects.toMatchObject({ code: 'archive-no-tls' })
  }
})
