import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '#test/cli/support/run-cli.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { aSend } from '../support/service-client.ts'

async function open() {
  const data = join(await temporaryFolder(), 'data')
  const opened = await openSandbox({ data })
  await opened.client.post('/messages/send', aSend('ada@x.org', { subject: 'First' }))
  const run = (...args: string[]) => runCli(['snapshot', ...args, '--data', data])
  return { ...opened, data, run }
}

test('a running sandbox is saved, compared, restored and listed, and a snapshot is removed', async () => {
  const { client, sandbox, data, run } = await open()
  expect(await run('list')).toMatchObject({ code: 4, stdout: '' })
  expect(await run('save', 'base')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Saved base: 1 message, [\d.]+ KB\.\n$/) as string,
  })
  expect(existsSync(join(data, 'snapshots', 'base.snapshot'))).toBe(true)
  expect(await run('diff', 'base')).toMatchObject({ code: 4, stdout: '', stderr: 'Nothing has changed.\n' })
  await client.post('/messages/send', aSend('bob@x.org', { subject: 'Second' }))
  const { code, stdout } = await run('diff', 'base')
  expect({ code, lines: stdout.split('\n').slice(0, 2) }).toEqual({
    code: 0,
    lines: ['1 message added, 0 changed, 0 removed.', '+ bob@x.org  Second  requested'],
  })
  expect(await run('save', 'base')).toMatchObject({ code: 1, stderr: expect.stringContaining('already') as string })
  expect(await run('save', 'after')).toMatchObject({ code: 0 })
  const compared = await run('diff', 'after', 'base', '--json')
  expect(JSON.parse(compared.stdout)).toMatchObject({ messages: { removed: 1 } })
  expect(await run('restore', 'base')).toMatchObject({
    code: 0,
    stdout: 'The sandbox was restored to base: 1 message.\n',
  })
  expect(sandbox.control.state().messages).toBe(1)
  writeFileSync(join(data, 'snapshots', 'broken.snapshot'), 'x')
  const { stdout: table } = await run('list')
  expect(table).toMatch(
    /^Name +Messages +Size +Sandbox time\nafter +2 .*\nbase +1 .*\nbroken: The snapshot can’t be read/,
  )
  expect(await run('remove', 'after')).toMatchObject({ code: 0, stdout: 'Removed after.\n' })
  expect(await run('restore', 'after')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no snapshot') as string,
  })
})

test('a comparison names users and dedicated IPs as their lists do', async () => {
  const { sandbox, run } = await open()
  const { users, ips } = sandbox.store
  const [user] = users.list()
  expect(await run('save', 'base')).toMatchObject({ code: 0 })
  users.write({ ...user!, city: 'Lyon' })
  ips.write({ id: 'ip-1', type: 0, ip: '192.0.2.7', subscriptionDate: 0, expirationDate: 0 })
  const { stdout } = await run('diff', 'base')
  expect(stdout.split('\n').slice(1, 3)).toEqual([`~ user ${user!.username}`, '+ dedicated IP 192.0.2.7'])
})

test('a sandbox that is not running, or was killed, is opened for the command', async () => {
  const { sandbox, data, run } = await open()
  await sandbox.close()
  expect(existsSync(join(data, 'admin.json'))).toBe(false)
  expect(await run('save', 'base')).toMatchObject({ code: 0 })
  const access = { adminUrl: new URL('/admin', sandbox.adminUrl).href, adminToken: 'x' }
  writeFileSync(join(data, 'admin.json'), JSON.stringify(access))
  expect(await run('restore', 'base')).toMatchObject({ code: 0 })
})

test('a sandbox in memory is found by its address and token', async () => {
  const { sandbox } = await openSandbox({ snapshots: await temporaryFolder() })
  const env = { MAILROOM_SANDBOX_TOKEN: sandbox.adminToken, MAILROOM_SANDBOX_ADMIN: sandbox.adminUrl }
  expect(await runCli(['snapshot', 'save', 'base'], { env })).toMatchObject({ code: 0 })
  const { code, stdout } = await runCli(['snapshot', 'list', '--json'], { env })
  expect({ code, saved: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 0,
    saved: { name: 'base', messages: 0 },
  })
})

test('missing and wrong values are reported', async () => {
  const folder = await temporaryFolder()
  const saying = async (args: string[], env = {}) => {
    const { code, stderr } = await runCli(['snapshot', ...args], { env })
    return `${code} ${stderr.trim()}`
  }
  expect(await saying(['save'])).toContain('2 Give the name of the snapshot.')
  expect(await saying(['diff', 'a', 'b', 'c'])).toContain(
    '2 mailroom snapshot diff takes at most 2 NAMEs, and "c" is one too many.',
  )
  expect(await saying(['list'])).toContain('2 Choose a sandbox: --data')
  expect(await saying(['list', '--data', folder])).toContain(`2 There is no sandbox in the folder ${folder}`)
  expect(await saying(['list', '--admin', 'ftp://x'])).toContain('2 --admin takes an address')
  expect(await saying(['list', '--admin', 'http://127.0.0.1:1/admin'])).toContain('2 Set the environment variable')
  const env = { MAILROOM_SANDBOX_TOKEN: 'x' }
  expect(await saying(['list', '--admin', 'http://127.0.0.1:1/admin'], env)).toContain(
    '1 There is no sandbox at http://127.0.0.1:1.',
  )
})
