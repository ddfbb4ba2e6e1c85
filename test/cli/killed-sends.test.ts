import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApp, startTestApp } from '#test/support/test-ports.ts'
import { isKilledOften } from '#test/core/support/kill-program.ts'
import { account } from './support/cli-account.ts'
import { runCli, spawnCli } from './support/run-cli.ts'

type Counts = { id: string; sent: number; refused: number; unknown: number; absent: number; waiting: number }

const recipients = 2001
const rounds = isKilledOften ? Number(process.env['KILL_ROUNDS']) : 5

/** A data folder whose recipient list differs in every round. */
async function open() {
  const { sandbox, data, env } = await account()
  const list = join(data, 'people.csv')
  const run = (...args: string[]) => runCli([...args, '--data', data, '--json'], { env })
  const message = ['--from', 'shop@sender.example', '--text', '-', '--yes', '--to-file', list]
  const mails = () => sandbox.control.outbox(recipients * (rounds + 1)).map(({ email }) => email)
  return {
    sandbox,
    run,
    mails,
    async start(round: number) {
      const people = Array.from({ length: recipients }, (_none, at) => `r${round}-${at}@x.example`)
      await writeFile(list, ['email', ...people].join('\n'))
      const args = ['send', ...message, '--subject', `Round ${round}`, '--data', data, '--json']
      return spawnCli(args, { env, input: 'Hi' })
    },
  }
}

test('an interrupted or killed send reports what the service received, and can be completed without duplicates', async () => {
  const mailroom = await open()
  const { sandbox, run, mails } = mailroom
  let before = 0
  for (let round = 0; round < rounds; round++) {
    // Three rounds in five use Ctrl+C and the others a kill; the signal comes later in the send with each round.
    const signal = round % 5 < 3 ? 'SIGINT' : 'SIGKILL'
    const calls = 1 + (round % 4)
    await sandbox.control.setFaults([
      { kind: 'status', path: '/messages/send', status: 409, times: 1 },
      { kind: 'delay', path: '/messages/send', delayMs: 30 },
    ])
    sandbox.control.clearRequests()
    const { process: child, ended } = await mailroom.start(round)
    await expect.poll(() => sandbox.control.requests().length).toBeGreaterThanOrEqual(calls)
    child.kill(signal)
    const { stdout } = await ended
    await sandbox.control.setFaults([])
    const listed = await run('sends', 'show', `Round ${round}`)
    const counts = JSON.parse(listed.stdout) as Counts
    const got = mails().length - before
    if (signal === 'SIGINT' && stdout !== '') expect((JSON.parse(stdout) as Counts).sent, 'what was printed').toBe(got)
    expect(counts.sent + counts.unknown).toBeGreaterThanOrEqual(got)
    expect(counts.sent).toBeLessThanOrEqual(got)
    if (counts.waiting > 0) await run('sends', 'resume', counts.id, '--yes')
    await run('sends', 'rest', counts.id, '--yes')
    const all = mails()
    expect(new Set(all).size, 'nobody gets it twice').toBe(all.length)
    const { unknown } = JSON.parse((await run('sends', 'show', counts.id)).stdout) as Counts
    expect(all.length - before).toBeGreaterThanOrEqual(recipients - unknown)
    before = all.length
  }
}, 600_000)

test('after a second Ctrl+C, calls without a response are unknown and nothing else is sent', async () => {
  const mailroom = await open()
  await mailroom.sandbox.control.setFaults([{ kind: 'hang', path: '/messages/send' }])
  const { process: child, said, ended } = await mailroom.start(0)
  const isCalled = () => mailroom.sandbox.control.requests().some(({ fault }) => fault === 'hang')
  await expect.poll(isCalled).toBe(true)
  child.kill('SIGINT')
  await expect.poll(said).toContain('Press Ctrl+C again to stop immediately')
  // The command takes a press within a second after the first for a copy of it.
  await pause(1100)
  child.kill('SIGINT')
  const { code, stdout } = await ended
  expect(code).toBe(130)
  const { sent, unknown, waiting } = JSON.parse(stdout) as Counts
  expect(unknown).toBeGreaterThan(0)
  expect({ sent, waiting }).toEqual({ sent: 0, waiting: recipients - unknown })
  await mailroom.sandbox.control.setFaults([])
  const shown = JSON.parse((await mailroom.run('sends', 'show', 'Round 0')).stdout) as Counts
  expect(shown).toMatchObject({ sent: mailroom.mails().length, unknown: unknown - shown.sent, waiting })
}, 60_000)

test('a send that is killed before it begins leaves no draft', async () => {
  const { data, env } = await account()
  const pipe = join(data, 'people.pipe')
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
  const message = ['--from', 'shop@sender.example', '--subject', 'Never', '--text', '-', '--yes', '--to-file', pipe]
  // The command waits for recipients on stdin, and the test writes none.
  const { process: child, ended } = spawnCli(['send', ...message, '--data', data], { env, input: 'Hi' })
  const drafts = join(data, 'compose', 'drafts')
  await expect.poll(() => readdir(drafts).catch(() => [])).toHaveLength(1)
  child.kill('SIGKILL')
  await ended
  const app = await startTestApp(data)
  onTestFinished(() => app.close())
  const ask = askApp(app)
  const [{ id: accountId } = { id: '' }] = (await ask('accounts.list')).accounts
  expect(await ask('drafts.list', { accountId })).toEqual([])
  expect(await readdir(drafts)).toEqual([])
})
