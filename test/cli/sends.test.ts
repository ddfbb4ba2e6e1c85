import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { account, accountWithHeldSends } from './support/cli-account.ts'
import { runCli, startCli } from './support/run-cli.ts'

type Counts = { id: string; restOf: string | null; sent: number; refused: number; unknown: number; waiting: number }

const message = ['--from', 'shop@sender.example', '--subject', 'Spring sale', '--text', '-'] as const
const send = (data: string) => ['send', ...message, '--data', data, '--to-file', join(data, 'people.csv'), '--yes']

/** An account and a list of this many people. */
async function withPeople(count: number) {
  const found = await account()
  await writePeople(found.data, count)
  return found
}

function writePeople(data: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_none, at) => `p${at}@x.example`)
  return writeFile(join(data, 'people.csv'), ['email', ...lines].join('\n'))
}

const countsIn = (stdout: string) => JSON.parse(stdout) as Counts
const mails = (sandbox: Sandbox) => sandbox.control.outbox(20_000).map(({ email }) => email)

test('Ctrl+C waits for the calls in progress and counts the results, and the rest can be resumed', async () => {
  const { sandbox, calls, data, env } = await accountWithHeldSends()
  await writePeople(data, 4995)
  const { interrupt, ended, said } = startCli([...send(data), '--json'], { env, input: 'Hi' })
  await calls.held
  interrupt()
  await expect.poll(said).toContain('Waiting up to five minutes for the calls already made.')
  calls.release()
  const { code, stdout } = await ended
  expect(code).toBe(130)
  const counts = countsIn(stdout)
  expect(counts.sent).toBe(mails(sandbox).length)
  expect(counts.sent).toBeGreaterThan(0)
  expect(counts).toMatchObject({ refused: 0, unknown: 0, waiting: 4995 - counts.sent })
  const list = await runCli(['sends', 'list', '--data', data, '--json'], { env })
  expect(countsIn(list.stdout)).toMatchObject({ id: counts.id, sent: counts.sent, state: 'paused' })
  const resumed = await runCli(['sends', 'resume', 'spring sale', '--data', data, '--yes', '--json'], { env })
  expect(resumed.code).toBe(0)
  expect(countsIn(resumed.stdout)).toMatchObject({ id: counts.id, sent: 4995, waiting: 0 })
  expect(new Set(mails(sandbox)).size).toBe(4995)
  expect(mails(sandbox)).toHaveLength(4995)
})

test('refused recipients are listed with reasons, and get the rest once', async () => {
  const { sandbox, data, env } = await withPeople(700)
  await sandbox.control.setFaults([{ kind: 'status', path: '/messages/send', status: 409, times: 1 }])
  const file = join(data, 'refused.csv')
  const first = await runCli([...send(data), '--json', '--refused', file], { env, input: 'Hi' })
  expect(first.code).toBe(3)
  const { id, refused } = countsIn(first.stdout)
  const listed = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
  expect(listed).toHaveLength(refused + 1)
  expect(listed[1]).toMatch(/^"p\d+@x\.example","","refused","[^"]*status 409\."$/)
  await sandbox.control.setFaults([])

  const rest = (...more: string[]) => runCli(['sends', 'rest', id, '--data', data, ...more], { env })
  const dry = await rest('--dry-run', '--json')
  expect(JSON.parse(dry.stdout)).toMatchObject({ id, recipients: refused, groups: { refused }, sent: 700 - refused })
  expect(mails(sandbox)).toHaveLength(700 - refused)
  expect(await rest()).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') as string })
  const second = await rest('--yes', '--json')
  expect(second.code).toBe(0)
  expect(countsIn(second.stdout)).toMatchObject({ restOf: id, sent: refused })
  expect(new Set(mails(sandbox)).size).toBe(700)
  expect(mails(sandbox)).toHaveLength(700)
  expect(await rest('--yes')).toMatchObject({ code: 4, stdout: expect.stringMatching(/^0 recipients/) as string })

  const two = await runCli(['sends', 'show', 'Spring sale', '--data', data], { env })
  expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining(`  ${id}  `) as string })
  const shown = await runCli(['sends', 'show', id, '--data', data], { env })
  expect(shown.stdout).toContain(`Sent to ${700 - refused} of 700 recipients.`)
  const none = await runCli(['sends', 'show', 'Spring sal', '--data', data], { env })
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean Spring sale?') as string })
})

test('nothing is sent if the file for those who were not reached cannot be written', async () => {
  const { sandbox, data, env } = await withPeople(1)
  const refused = async (path: string) => runCli([...send(data), '--refused', path], { env, input: 'Hi' })
  const gone = join(data, 'gone')
  const sentence = `The folder ${gone} given by --refused does not exist. Create it first, or choose another one.\n`
  expect(await refused(join(gone, 'refused.csv'))).toEqual({ code: 1, stdout: '', stderr: sentence })
  expect(await refused(data)).toMatchObject({ code: 2, stderr: expect.stringContaining('is a folder') as string })
  expect(mails(sandbox)).toEqual([])
})

test('a send whose file cannot be written in the end is not reported as failed', async () => {
  const { data, env } = await withPeople(1)
  const tooLong = join(data, 'x'.repeat(300))
  const { code, stdout, stderr } = await runCli([...send(data), '--json', '--refused', tooLong], { env, input: 'Hi' })
  expect(countsIn(stdout)).toMatchObject({ sent: 1 })
  expect(stderr).toBe('The file name is too long for this disk. Choose a shorter name.\n')
  expect(code).toBe(3)
})

test('a lookup of lost responses that fails is reported, and Ctrl+C ends one that hangs', async () => {
  const { sandbox, data, env } = await withPeople(1)
  await sandbox.control.setFaults([{ kind: 'cut', path: '/messages/send', afterBytes: 10 }])
  const { stdout } = await runCli([...send(data), '--json'], { env, input: 'Hi' })
  const show = ['sends', 'show', countsIn(stdout).id, '--data', data]
  await sandbox.control.setFaults([{ kind: 'status', path: '*', status: 400 }])
  const failed = await runCli(show, { env })
  expect(failed).toMatchObject({ code: 5, stderr: expect.stringContaining('could not be looked up.') as string })
  await sandbox.control.setFaults([{ kind: 'hang', path: '*' }])
  const { interrupt, ended } = startCli(show, { env })
  await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'hang')).toBe(true)
  interrupt()
  expect(await ended).toEqual({ code: 130, stdout: '', stderr: '' })
})

test('a dry run refuses the same as a send, and reports recipients listed twice', async () => {
  const { sandbox, data, env } = await account()
  await writeFile(join(data, 'people.csv'), 'email,name\nann@x.example,Ann\n,Bo\nann@x.example,Ann')
  const dry = await runCli([...send(data), '--dry-run'], { env, input: 'Hi' })
  const sent = await runCli(send(data), { env, input: 'Hi' })
  expect(dry).toEqual(sent)
  expect(dry).toMatchObject({ code: 1, stdout: '' })
  expect(dry.stderr).toContain('1 recipient without an email address: an empty address.')
  expect(dry.stderr).toContain('1 address appears more than once and gets the message each time.')
  expect(mails(sandbox)).toEqual([])
})
