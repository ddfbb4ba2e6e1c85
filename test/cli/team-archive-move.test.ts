import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BackupFile } from '#core/archive/backup-file.ts'
import { accessPage } from '#core/archive/server/access/read-access.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { addressOf, teamArchive, type Server } from '#test/core/archive/server/administration/team-server.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
import { hasPostgres } from '../core/archive/support/open-server.ts'
import { filledFolder } from './support/filled-folder.ts'
import { runCli, startCli } from './support/run-cli.ts'

function serverFlags({ host, port }: Server, user: string): string[] {
  return ['--host', host, '--port', String(port), '--database', 'postgres', '--user', user]
}

test.skipIf(!hasPostgres)('mailroom team-archive move takes an archive to a server and back to a file', async () => {
  const { data, messages, archive } = await filledFolder()
  await archive.close()
  const server = await teamArchive({})
  const run = (args: readonly string[], user = 'ada') =>
    runCli(['team-archive', 'move', '--data', data, ...serverFlags(server, user), ...args], {
      env: { MAILROOM_TEAM_PASSWORD: server.password },
    })
  const early = await runCli(['team-archive', 'join', '--data', data, ...serverFlags(server, 'ada')], {
    env: { MAILROOM_TEAM_PASSWORD: server.password },
  })
  expect(early).toMatchObject({ code: 1, stdout: '' })
  expect(early.stderr).toContain('Shop has 1,200 messages in a file on this computer')
  const stopped = startCli(['team-archive', 'move', '--data', data, ...serverFlags(server, 'ada')], {
    env: { MAILROOM_TEAM_PASSWORD: server.password },
    isTerminal: true,
  })
  await expect.poll(stopped.said).toContain('Moving')
  stopped.interrupt()
  const { code, stdout, stderr } = await stopped.ended
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  expect(stderr).toContain('The move was stopped. To continue it, run the command again.\n')

  expect(await run([], 'bob')).toMatchObject({ code: 1, stdout: '' })
  expect(await run([])).toEqual({
    code: 0,
    stdout: `Moved ${messages.length} messages of Shop into the team archive. The file stays as it is. To use the team archive, run mailroom team-archive join.\n`,
    stderr: '',
  })
  expect(await run([])).toEqual({
    code: 0,
    stdout:
      'The team archive already has as many messages as Shop, and the same newest one, so nothing was moved. To use it, run mailroom team-archive join.\n',
    stderr: '',
  })
  const fuller = await filledFolder(({ id, ...message }) => ({ ...message, id: `other-${id}` }))
  await fuller.archive.close()
  const another = await run(['--data', fuller.data])
  expect(another).toMatchObject({ code: 1, stdout: '' })
  expect(another.stderr).toMatch(
    /^The team archive in the schema mailroom already has messages, so nothing was moved\./,
  )

  const joined = await temporaryFolder()
  await writeAccounts(joined, [{ id: 'shop', name: 'Shop', teamServer: addressOf(server, { user: 'bob' }) }])
  const used = await run(['--data', joined])
  expect(used).toMatchObject({ code: 0, stdout: 'Shop already uses this team archive, so there is nothing to move.\n' })
  const elsewhere = await run(['--data', joined, '--schema', 'other'])
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('team-archive leave first') as string })

  const out = await temporaryFolder()
  const [mine, theirs] = [join(out, 'mine.sqlite'), join(out, 'theirs.sqlite')]
  expect(JSON.parse((await run(['--down', mine, '--json'])).stdout)).toMatchObject({
    file: mine,
    messages: messages.length,
    keepsErasedOut: true,
  })
  expect((await run(['--down', theirs], 'bob')).stdout).toContain('from being added again')
  expect(await run(['--down', mine])).toMatchObject({ code: 2 })
  const nowhere = await run(['--down', join(out, 'nowhere', 'mine.sqlite')])
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('does not exist') as string })
  expect(await run(['--down', join(out, 'other'), '--account', 'Shop'])).toMatchObject({ code: 2 })
  expect((await readdir(out)).sort()).toEqual(['mine.sqlite', 'theirs.sqlite'])
  const file = BackupFile.open(mine)
  expect(file.facts).toMatchObject({ messages: messages.length, account: 'mailroom' })
  file.close()
  const administrator = server.as('postgres')
  const copies = await accessPage((each) => administrator.query(each), { kind: 'exported' }, { limit: 10 })
  expect(copies).toMatchObject([
    { role: 'bob', messages: messages.length, mailroom: expect.stringContaining('The command line on') as string },
    { role: 'ada', messages: messages.length },
  ])
})
