import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '#core/node/index.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { askApp, startTestApp } from '#test/support/test-ports.ts'
import { account, startSandbox } from './support/cli-account.ts'
import { runCli, spawnCli } from './support/run-cli.ts'

const message = ['--from', 'shop@sender.example', '--subject', 'Hello', '--text', '-']

describe('mailroom accounts', () => {
  test('adds, checks and removes an account whose key is neither stored nor printed', async () => {
    const { sandbox, data, env } = await account()
    const { key } = sandbox.credentials
    const check = ['accounts', 'check', '--data', data]
    const online = await spawnCli(check, { env }).ended
    expect(online).toMatchObject({ code: 0, stdout: 'Shop: the service accepts the key.\n', stderr: '' })
    const refused = await runCli(check, { env: { MAILROOM_KEY: 'not-the-key' } })
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('doesn’t recognize this user or key') as string,
    })
    const names = await readdir(data, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(files.map((path) => path.slice(data.length + 1))).toContain('accounts.json')
    for (const path of files) expect((await readFile(path)).includes(key)).toBe(false)
    const remove = ['accounts', 'remove', 'Shop', '--data', data]
    expect(await runCli(remove, { env })).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') as string })
    const removed = 'Shop was removed. Its messages stay on this disk.\n'
    expect(await spawnCli([...remove, '--yes'], { env }).ended).toEqual({ code: 0, stdout: removed, stderr: '' })
    expect((await runCli(['accounts', '--data', data])).code).toBe(4)
  })

  test('reads a key from stdin, and refuses a key that the service rejects', async () => {
    const sandbox = await startSandbox()
    const data = await temporaryFolder()
    const { user, key } = sandbox.credentials
    const add = [
      'accounts',
      'add',
      '--url',
      sandbox.url,
      '--user',
      user,
      '--data',
      data,
      '--secrets',
      'memory',
      '--name',
    ]
    expect(await runCli([...add, 'Wrong'], { input: 'not-the-key\n' })).toMatchObject({ code: 1, stdout: '' })
    expect(await runCli([...add, 'Empty'], { input: '' })).toMatchObject({ code: 2, stdout: '' })
    expect(await spawnCli([...add, 'Right'], { input: `${key}\n` }).ended).toMatchObject({
      code: 0,
      stdout: 'Right was added.\n',
    })
    const { stdout } = await runCli(['accounts', '--data', data, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ name: 'Right', current: true })
    expect(await runCli([...add.slice(0, -1), '--key', key])).toMatchObject({ code: 2 })
  })
})

describe('mailroom sync', () => {
  test('syncs new messages without output, and a search finds them', async () => {
    const { data, env } = await account({ scenario: 'demo' })
    const sync = ['sync', '--data', data]
    expect(await runCli(sync, { env })).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') as string })
    expect(await runCli([...sync, '--from', 'yesteryear'], { env })).toMatchObject({ code: 2 })
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    expect(await runCli([...sync, '--from', day], { env })).toEqual({ code: 0, stdout: '', stderr: '' })
    const again = await runCli([...sync, '--json'], { env })
    const { stdout } = await runCli(['search', '--count', '--data', data])
    expect(JSON.parse(again.stdout)).toMatchObject({ event: 'done', messages: Number(stdout), gaps: 0 })
    expect(Number(stdout)).toBeGreaterThan(10)
  })

  test('reports who holds the folder, and that a service cannot be reached', async () => {
    const { data, env, sandbox } = await account()
    const lock = lockDataFolder(data, { pid: 4711, host: 'Electron' })
    const busy = await runCli(['sync', '--data', data, '--from', 'all'], { env })
    lock.release()
    expect(busy).toMatchObject({
      code: 75,
      stdout: '',
      stderr: expect.stringContaining('Mailroom (Electron, process 4711)') as string,
    })
    await sandbox.close()
    const away = await runCli(['sync', '--data', data, '--from', 'all'], { env })
    expect(away).toMatchObject({ code: 1, stdout: '' })
    expect(away.stderr).toMatch(/^[^\n]+\n$/)
  })

  test('ends safely when it is interrupted, and releases the folder', async () => {
    const { sandbox, data, env } = await account()
    await sandbox.control.setFaults([
      { kind: 'hang', path: '/statistics/*' },
      { kind: 'hang', path: '/messages/*' },
    ])
    const { process, ended } = spawnCli(['sync', '--data', data, '--from', 'all'], { env })
    await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'hang')).toBe(true)
    process.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: '' })
    lockDataFolder(data, { pid: 1, host: 'test' }).release()
  })
})

describe('mailroom send', () => {
  test('sends when confirmed, and leaves nothing behind', async () => {
    const { sandbox, data, env } = await account()
    const send = ['send', ...message, '--data', data, '--to', 'ada@x.example, Bo <bo@x.example>', '--tag', 'news']
    const asked = await runCli(send, { env, input: 'Hi' })
    expect(asked).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('2 recipients? Nobody can confirm this without a terminal') as string,
    })
    const dry = await runCli([...send, '--dry-run'], { env, input: 'Hi' })
    expect(dry).toMatchObject({ code: 0, stdout: 'ada@x.example\nbo@x.example\n' })
    expect(sandbox.control.outbox(10)).toEqual([])
    const sent = await spawnCli([...send, '--yes', '--json'], { env, input: 'Hi' }).ended
    expect(sent).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(sent.stdout)).toMatchObject({ event: 'done', recipients: 2, sent: 2, refused: 0, unknown: 0 })
    const mails = sandbox.control.outbox(10)
    expect(mails.map(({ email, subject }) => [email, subject]).sort()).toEqual([
      ['ada@x.example', 'Hello'],
      ['bo@x.example', 'Hello'],
    ])
    const app = await startTestApp(data)
    const ask = askApp(app)
    const [{ id } = { id: '' }] = (await ask('accounts.list')).accounts
    expect(await ask('drafts.list', { accountId: id })).toEqual([])
    await app.close()
  })

  test('fills in the values of a table, and refuses a missing value before anything is sent', async () => {
    const { sandbox, data, env } = await account()
    const file = join(data, 'people.csv')
    const mails = join(data, 'mails.zip')
    await writeFile(file, 'Email,name\nada@x.example,Ada\nbo@x.example,Bo\n')
    const html = join(data, 'news.html')
    await writeFile(html, '<p>Hello {{name}}</p>')
    const send = ['send', '--from', 'shop@sender.example', '--subject', 'For {{name}}', '--html', html, '--data', data]
    const dry = await runCli([...send, '--to-file', file, '--dry-run', '--mails', mails], { env })
    expect(dry).toMatchObject({ code: 0, stdout: 'ada@x.example\nbo@x.example\n' })
    expect((await readFile(mails)).subarray(0, 2).toString()).toBe('PK')
    expect(await runCli([...send, '--to-file', file, '--yes'], { env })).toMatchObject({ code: 0 })
    expect(
      sandbox.control
        .outbox(10)
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual(['For Ada', 'For Bo'])
    await writeFile(file, 'Email,name\nada@x.example,Ada\nbo@x.example,\n')
    const holes = await runCli([...send, '--to-file', file, '--yes'], { env })
    expect(holes).toMatchObject({ code: 1, stderr: '{{name}} has no value for 1 recipient. Nothing was sent.\n' })
    expect(sandbox.control.outbox(10)).toHaveLength(2)
  })

  test('distinguishes a lost response, a refusal and a message that cannot be sent', async () => {
    const { sandbox, data, env } = await account()
    const send = ['send', ...message, '--data', data, '--yes', '--to']
    const bad = await runCli([...send, 'nobody'], { env, input: 'Hi' })
    expect(bad).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('without an email address') as string,
    })
    await sandbox.control.setFaults([{ kind: 'cut', path: '/messages/send', afterBytes: 10 }])
    const lost = await runCli([...send, 'ada@x.example'], { env, input: 'Hi' })
    expect(lost).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('The outcome is unknown for 1 recipient:') as string,
    })
    await sandbox.control.setFaults([{ kind: 'status', path: '/messages/send', status: 400 }])
    const refused = await runCli([...send, 'ada@x.example'], { env, input: 'Hi' })
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('Refused for 1 recipient.') as string })
  })

  test('sends nothing, now or later, when it is interrupted before the first call', async () => {
    const { sandbox, data, env } = await account()
    await sandbox.control.setFaults([{ kind: 'status', path: '/messages/send', status: 429, retryAfter: 600 }])
    const { process, ended } = spawnCli(['send', ...message, '--data', data, '--yes', '--to', 'ada@x.example'], {
      env,
      input: 'Hi',
    })
    await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'status')).toBe(true)
    process.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stdout: 'Sent to 0 of 1 recipient. Not sent to 1 recipient.\n' })
    await sandbox.control.setFaults([])
    const app = await startTestApp(data)
    const ask = askApp(app)
    onTestFinished(() => app.close())
    const [{ id: accountId } = { id: '' }] = (await ask('accounts.list')).accounts
    expect(await ask('drafts.list', { accountId })).toEqual([])
    expect(await ask('sends.list', { accountId })).toEqual([])
    expect(await ask('outcomes.list')).toEqual([])
    expect(sandbox.control.outbox(10)).toEqual([])
  })

  test.each([
    [['--to', 'a@x.example'], 'needs --from and --subject'],
    [['--from', 'a@x.example', '--subject', 'x', '--to', 'a@x.example'], 'needs --text or --html'],
    [[...message, '--html', '-', '--to', 'a@x.example'], 'Only one of'],
    [
      ['--from', 'a@x.example', '--subject', 'x', '--text', 'not-there.txt'],
      'not-there.txt given by --text does not exist',
    ],
    [[...message, '--mails', 'x.zip'], '--mails works only with --dry-run'],
    [['--draft', 'x', '--subject', 'y'], '--draft already provides the whole message. Remove --subject'],
    [['--eml', 'x.eml', '--html', '-'], '--eml already provides the whole message. Remove --html'],
    [['--eml', 'not-there.eml'], 'not-there.eml given by --eml does not exist'],
  ])('%j is a usage error', async (flags, sentence) => {
    const ended = await runCli(['send', ...flags], { input: 'Hi', env: { MAILROOM_DATA: await temporaryFolder() } })
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) as string })
  })
})

test.skipIf(!existsSync('/proc/self/cmdline'))('the key does not appear in any process list', async () => {
  const { sandbox, data, env } = await account()
  await sandbox.control.setFaults([{ kind: 'hang', path: '*' }])
  const { process, ended } = spawnCli(['sync', '--data', data, '--from', 'all'], { env })
  await expect.poll(() => sandbox.control.requests().some(({ fault }) => fault === 'hang')).toBe(true)
  const texts = await shownOf(process.pid!)
  expect(texts[0]).toContain('sync')
  expect(texts.filter((text) => text.includes(sandbox.credentials.key))).toEqual([])
  process.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130 })
})

/** The arguments and environment of a process and of each process that it started. */
async function shownOf(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''))
  const children = (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean))
  const files = children.flatMap((child) => [`/proc/${child}/cmdline`, `/proc/${child}/environ`])
  return Promise.all([`/proc/${pid}/cmdline`, ...files].map((file) => readFile(file, 'utf8')))
}

test('an internal error is reported with its location and a failing exit code', async () => {
  const data = await temporaryFolder()
  await writeFile(join(data, 'accounts'), '')
  const ended = await runCli(['accounts', 'check', '--data', join(data, 'accounts')])
  expect(ended).toMatchObject({ code: 1, stdout: '' })
})
