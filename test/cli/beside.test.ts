import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Clock, SecretStore } from '#core/base/ports.ts'
import { createMemorySecretStore, keychainError } from '#core/keychain/index.ts'
import { systemClock } from '#core/node/index.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { askApp, type Ask } from '#test/support/test-ports.ts'
import { account, accountWithHeldSends } from './support/cli-account.ts'
import { runCli, spawnCli, startCli } from './support/run-cli.ts'

type Counts = { id: string; sent: number; refused: number; unknown: number; waiting: number }

const message = ['--from', 'shop@sender.example', '--subject', 'Spring sale', '--text', '-'] as const

type Ports = { secrets?: SecretStore; clock?: Clock }

/** An account, and a running app that has its data folder open but not its key, as on a server. */
async function besideApp(scenario: 'empty' | 'demo' = 'empty', ports: Ports = {}) {
  return beside(await account({ scenario }), ports)
}

/** The same, at a service that holds back its calls to send until the test releases them. */
async function besideHeldSends(ports: Ports = {}) {
  return beside(await accountWithHeldSends(), ports)
}

async function beside<Found extends Awaited<ReturnType<typeof account>>>(found: Found, ports: Ports) {
  const host = await startTestHost({ dataFolder: found.data, ...ports })
  onTestFinished(() => host.close())
  const ask = askApp(host.app)
  const { accounts } = await ask('accounts.list')
  const run = (...args: string[]) => runCli([...args, '--data', found.data], { env: found.env, input: 'Hi' })
  return { ...found, host, ask, accountId: accounts[0]!.id, run }
}

async function listOf(data: string, count: number): Promise<string> {
  const file = join(data, 'people.csv')
  await writeFile(file, ['email', ...Array.from({ length: count }, (_none, at) => `p${at}@x.example`)].join('\n'))
  return file
}

const countsIn = (stdout: string) => JSON.parse(stdout) as Counts
const sends = (ask: Ask, accountId: string) => ask('sends.list', { accountId })

test('a running app that holds the folder runs the sync and the export', async () => {
  const { host, accountId, run, data, ask } = await besideApp('demo')
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const jobs: string[] = []
  const stop = host.app.subscribe((event) => {
    if (event.name === 'jobs.changed') jobs.push(event.payload.title)
  })
  const synced = await run('sync', '--from', day, '--json')
  stop()
  expect(synced).toMatchObject({ code: 0, stderr: '' })
  const { messages } = JSON.parse(synced.stdout) as { messages: number }
  expect(messages).toBeGreaterThan(10)
  expect((await ask('archive.info', { accountId })).messages).toBe(messages)
  expect(new Set(jobs).size).toBe(1)

  const file = join(data, 'all.csv')
  expect(await run('export', '--columns', 'id', '--out', file)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(messages + 1)
  const piped = await run('export', '--out', '-')
  expect(piped).toMatchObject({ code: 0, stderr: '' })
  expect(piped.stdout.trimEnd().split('\n')).toHaveLength(messages)
  const entries = await ask('exports.list', { accountId })
  expect(entries.map(({ name, state }) => [name, state])).toEqual([['all.csv', 'done']])
  await expect.poll(() => readdir(join(data, 'exports')).catch(() => [])).toEqual([])
  const wrong = await run('export', '--out', join(data, 'gone', 'a.csv'))
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('does not exist') as string })
})

test('a running app runs a send, its rest and its resumption, and the command prints the counts', async () => {
  const { sandbox, accountId, run, data, ask } = await besideApp()
  const file = await listOf(data, 1200)
  await sandbox.control.setFaults([{ kind: 'status', path: '/messages/send', status: 409, times: 1 }])
  const first = await run('send', ...message, '--to-file', file, '--yes', '--json')
  expect(first.code).toBe(3)
  const { id, sent, refused } = countsIn(first.stdout)
  expect(sent + refused).toBe(1200)
  expect(await sends(ask, accountId)).toMatchObject([{ id, sent, refused, state: 'sent' }])
  const rest = await run('sends', 'rest', id, '--yes', '--json')
  expect(rest).toMatchObject({ code: 0 })
  expect(countsIn(rest.stdout)).toMatchObject({ sent: refused, refused: 0 })
  expect(new Set(sandbox.control.outbox(5000).map(({ email }) => email)).size).toBe(1200)
  expect(sandbox.control.outbox(5000)).toHaveLength(1200)
  expect(await run('sends', 'rest', id, '--yes')).toMatchObject({ code: 4 })
  expect(await ask('drafts.list', { accountId })).toEqual([])
})

test('Ctrl+C pauses a send of the app, and the app can resume it', async () => {
  const { sandbox, calls, accountId, data, env, ask } = await besideHeldSends()
  const file = await listOf(data, 4995)
  const args = ['send', ...message, '--data', data, '--to-file', file, '--yes', '--json']
  const { interrupt, ended } = startCli(args, { env, input: 'Hi' })
  await calls.held
  interrupt()
  await expect.poll(async () => (await sends(ask, accountId))[0]?.state).toBe('paused')
  calls.release()
  const { code, stdout } = await ended
  expect(code).toBe(130)
  const { id, sent, waiting } = countsIn(stdout)
  expect(sent).toBe(sandbox.control.outbox(5000).length)
  expect(waiting).toBe(4995 - sent)
  await ask('accounts.replaceKey', { id: accountId, key: env.MAILROOM_KEY, keep: 'this-run' })
  await ask('sends.resume', { id })
  await expect.poll(() => sandbox.control.outbox(5000).length).toBe(4995)
})

test('Ctrl+C leaves a scheduled send of the app, which the command only resumed', async () => {
  const { accountId, data, env, ask } = await besideApp()
  await ask('accounts.replaceKey', { id: accountId, key: env.MAILROOM_KEY, keep: 'this-run' })
  const { id: draftId } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  const content = { from: { address: 'shop@sender.example', name: '' }, subject: 'Tomorrow', text: 'Hi' }
  const rows = [{ address: 'p@x.example', name: '', values: [], parts: [] }]
  await ask('drafts.save', { id: draftId, content, people: { columns: [], at: 0, remove: 0, rows } })
  const { id } = await ask('sends.start', { draftId, at: Date.now() + 24 * 3_600_000, undoSeconds: 0 })
  await ask('sends.pause', { id })
  const { interrupt, ended } = startCli(['sends', 'resume', id, '--data', data, '--yes', '--json'], { env })
  await expect.poll(async () => (await sends(ask, accountId))[0]?.state).toBe('waiting')
  interrupt()
  expect(await ended).toMatchObject({ code: 130 })
  expect(await sends(ask, accountId)).toMatchObject([{ id, state: 'paused' }])
})

test('a send that is cancelled in the app is reported as cancelled by the command', async () => {
  const { calls, accountId, run, data, env, ask } = await besideHeldSends()
  const file = await listOf(data, 4995)
  const { ended } = startCli(['send', ...message, '--data', data, '--to-file', file, '--yes', '--json'], {
    env,
    input: 'Hi',
  })
  await calls.held
  const [send] = await sends(ask, accountId)
  await ask('sends.cancel', { id: send!.id })
  calls.release()
  const { code, stdout } = await ended
  expect([code, JSON.parse(stdout)]).toEqual([3, expect.objectContaining({ id: send!.id, state: 'cancelled' })])
  expect((await run('sends', 'list')).stdout).toContain('cancelled')
  expect((await run('sends', 'list', '--json')).stdout).toContain('"state":"cancelled"')
  const unsent = join(data, 'unsent.csv')
  const shown = await run('sends', 'show', send!.id, '--refused', unsent)
  expect(shown.stdout).toMatch(/^Spring sale: cancelled\. Sent to /)
  const lines = (await readFile(unsent, 'utf8')).trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(countsIn(stdout).waiting)
  expect(lines.at(-1)).toMatch(/^"p\d+@x\.example","","not sent","The send was cancelled before /)
})

test('if a command is killed, the app finishes its send without sending anything twice', async () => {
  const { sandbox, calls, accountId, data, env, ask } = await besideHeldSends()
  await ask('accounts.replaceKey', { id: accountId, key: env.MAILROOM_KEY, keep: 'this-run' })
  const file = await listOf(data, 2400)
  const args = ['send', ...message, '--data', data, '--to-file', file, '--yes']
  const { process, ended } = spawnCli(args, { env, input: 'Hi' })
  await calls.held
  process.kill('SIGKILL')
  await ended
  calls.release()
  await expect.poll(async () => (await sends(ask, accountId))[0]?.state).toBe('sent')
  expect(await sends(ask, accountId)).toMatchObject([{ sent: 2400, refused: 0, unknown: 0 }])
  expect(new Set(sandbox.control.outbox(5000).map(({ email }) => email)).size).toBe(2400)
  expect(sandbox.control.outbox(5000)).toHaveLength(2400)
})

/** When Mailroom quits, it gives work in progress ten seconds. On this clock they never pass, and such waits are counted. */
function patientClock() {
  let waits = 0
  const after: Clock['after'] = (time, callback) => {
    if (time !== 10_000) return systemClock.after(time, callback)
    waits += 1
    return { cancel: () => undefined }
  }
  return { clock: { ...systemClock, after }, waits: () => waits }
}

test('if the app quits during a send, the command says so and how to resume', async () => {
  const { clock, waits } = patientClock()
  const { sandbox, calls, host, run, data, env } = await besideHeldSends({ clock })
  const file = await listOf(data, 4995)
  const args = ['send', ...message, '--data', data, '--to-file', file, '--yes', '--json']
  const { ended } = startCli(args, { env, input: 'Hi' })
  await calls.held
  const closed = host.close()
  // First the archives wait, then the send, which makes no more calls from then on.
  await expect.poll(waits).toBe(2)
  calls.release()
  await closed
  const { code, stderr } = await ended
  expect([code, stderr]).toEqual([
    5,
    expect.stringMatching(/quit before the command was finished\. .*mailroom sends show /),
  ])
  const [, id = ''] = /sends show (\S+)/.exec(stderr) ?? []
  expect(await run('sends', 'resume', id, '--yes', '--json')).toMatchObject({ code: 0 })
  expect(sandbox.control.outbox(5000)).toHaveLength(4995)
})

test('the app’s sandbox is an ordinary account while the app is open', async () => {
  const { data, env, ask } = await besideApp()
  await ask('sandbox.explore', { scenario: 'empty' })
  const args = ['--account', 'Sandbox', '--data', data]
  expect(await runCli(['accounts', 'check', ...args])).toMatchObject({ code: 0, stderr: '' })
  const send = ['send', ...message, '--to', 'ann@x.example', '--yes', ...args]
  expect(await runCli(send, { env, input: 'Hi' })).toMatchObject({ code: 0, stdout: 'Sent to 1 of 1 recipient.\n' })
  expect(await ask('sandbox.outbox', { limit: 10 })).toMatchObject([{ email: 'ann@x.example' }])
})

test('accounts are added, checked and removed through the app', async () => {
  const { sandbox, run, env, data, ask } = await besideApp()
  const { user } = sandbox.credentials
  const place = ['--url', sandbox.url, '--user', user]
  expect(await run('accounts', 'add', '--name', 'Second', ...place)).toMatchObject({ code: 0, stderr: '' })
  const names = async () => (await ask('accounts.list')).accounts.map(({ name }) => name)
  expect(await names()).toEqual(['Shop', 'Second'])
  // Adding an account from the command line must not change the page’s current account.
  const { accounts: known, currentId } = await ask('accounts.list')
  expect(known.find(({ id }) => id === currentId)?.name).toBe('Shop')
  expect(await run('accounts', 'check', '--account', 'Second')).toMatchObject({ code: 0 })
  const other = await runCli(['accounts', 'check', '--account', 'Second', '--data', data], {
    env: { ...env, MAILROOM_KEY_SECOND: 'another' },
  })
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('a different key for Second') as string })
  expect(await run('accounts', 'remove', 'Second', '--yes')).toMatchObject({ code: 0 })
  expect(await names()).toEqual(['Shop'])
  expect(await readFile(join(data, 'accounts.json'), 'utf8')).not.toContain(env.MAILROOM_KEY)
})

test('an app without a keychain removes an account as a command does, and a locked keychain prevents it', async () => {
  const keychain = { state: 'locked' as 'locked' | 'no-service' | 'absent' }
  const secrets: SecretStore = {
    ...createMemorySecretStore(),
    delete: () => Promise.reject(keychainError(keychain.state)),
  }
  const { data, ask } = await besideApp('empty', { secrets })
  const remove = ['accounts', 'remove', 'Shop', '--yes', '--data', data]
  const locked = await runCli(remove)
  expect(locked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('keychain is locked') as string })
  expect((await ask('accounts.list')).accounts).toHaveLength(1)
  keychain.state = 'no-service'
  const absent = 'No keychain was available. If a keychain holds the account’s key, the key is still there.\n'
  const removed = { code: 0, stdout: 'Shop was removed. Its messages stay on this disk.\n' }
  expect(await runCli(remove)).toEqual({ ...removed, stderr: absent })
  expect((await ask('accounts.list')).accounts).toEqual([])
})

test('a command calls the command that holds the folder, which waits for it', async () => {
  const { sandbox, data, env } = await account()
  await sandbox.control.setFaults([
    { kind: 'hang', path: '/statistics/*' },
    { kind: 'hang', path: '/messages/*' },
  ])
  const first = startCli(['sync', '--data', data, '--from', 'all'], { env })
  await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'hang')).toBe(true)
  const second = await runCli(['sends', 'list', '--data', data], { env })
  expect(second).toMatchObject({ code: 4, stderr: 'Shop has sent nothing yet.\n' })
  await sandbox.control.setFaults([{ kind: 'delay', path: '/messages/send', delayMs: 500 }])
  const to = ['--to', 'ann@x.example', '--yes']
  const third = startCli(['send', ...message, '--data', data, ...to], { env, input: 'Hi' })
  await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'delay')).toBe(true)
  first.interrupt()
  expect((await first.ended).code).toBe(130)
  expect([0, 5]).toContain((await third.ended).code)
  expect(sandbox.control.outbox(10).filter(({ email }) => email === 'ann@x.example')).toHaveLength(1)
})
