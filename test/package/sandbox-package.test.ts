import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDataFolder, withDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { checkTypes, installPackage, runFile } from './support/installed-package.ts'
import { packageNode } from './support/package-node.ts'

const sample = `
import { createSandbox, type OutboxMessage, type Sandbox } from 'mailroom-sandbox'

const sandbox: Sandbox = await createSandbox({ smtp: false, snapshots: 'snapshots', clock: { running: false } })
const { user, key } = sandbox.credentials
const send = (): Promise<Response> =>
  fetch(\`\${sandbox.url}/messages/send\`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Service-ApiUser': user, 'X-Service-ApiKey': key },
    body: JSON.stringify({
      to: [{ address: 'ada@shop.example' }],
      msg: { from: { address: 'me@shop.example' }, subject: 'Your code', text: 'Your code is 482913.' },
    }),
  })
sandbox.faults.set([{ kind: 'status', path: '/messages/send', status: 503, times: 1 }])
const refused = (await send()).status
const waiting: Promise<OutboxMessage> = sandbox.outbox.waitFor({ to: 'ada@shop.example', code: true })
const accepted = (await send()).status
const { codes } = await waiting
await sandbox.clock.advance('hour')
const [entry] = await sandbox.outbox.list()
const calls = sandbox.log.list().map(({ status }) => status)
await sandbox.snapshots.save('delivered')
sandbox.reset()
const left = await sandbox.outbox.list()
const fork = await sandbox.fork({ snapshot: 'delivered' })
const forked = (await fork.outbox.list()).length
console.log(JSON.stringify({ refused, accepted, codes, state: entry?.lastState, calls, left, forked, store: 'store' in sandbox }))
await fork.close()
await sandbox[Symbol.asyncDispose]()
`

let project: DataFolder
let folder: string
beforeAll(async () => {
  project = await createDataFolder()
  folder = await installPackage(project.path)
})
afterAll(() => project.remove())

function start(flags: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(packageNode, [join(folder, 'mailroom-sandbox.js'), ...flags], {
    stdio: 'pipe',
    // Node 22 warns that its SQLite is experimental.
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

type Ready = { url: string; smtp: string; admin: string; adminToken: string; addresses: string[] }

async function readyLine(child: ChildProcess): Promise<Ready> {
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return JSON.parse(line) as Ready
}

async function ask(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const [response] = (await once(request(url, { headers, agent: false }).end(), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

async function refusal(flags: readonly string[], env?: NodeJS.ProcessEnv): Promise<[code: number, said: string]> {
  const child = start(flags, env)
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit') as Promise<[number]>])
  return [code, said]
}

test('a project that installs it sends and waits, with complete types', async () => {
  await writeFile(join(project.path, 'sample.ts'), sample)
  await checkTypes(project.path)
  expect(JSON.parse(await runFile(project.path, 'sample.ts'))).toEqual({
    refused: 503,
    accepted: 200,
    codes: ['482913'],
    state: 'delivered',
    calls: [200, 503],
    left: [],
    forked: 1,
    store: false,
  })
})

test('it contains the code, the types, the licences and nothing else, and depends on nothing', async () => {
  const names = (await readdir(folder)).sort()
  expect(names).toEqual([
    'Containerfile',
    'LICENSE',
    'README.md',
    'examples',
    'index.d.ts',
    'index.js',
    'lib',
    'licences.md',
    'mailroom-sandbox.js',
    'node-version.js',
    'outbox.d.ts',
    'package.json',
    'replies.d.ts',
    'runners',
    'snapshots.d.ts',
  ])
  const described = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as object
  expect(described).not.toHaveProperty('dependencies')
  expect(await readFile(join(folder, 'licences.md'), 'utf8')).toContain('smtp-server')
})

test('its program prints a line of JSON and ends when its input is closed', async () => {
  const child = start(['--json', '--seed', '7'])
  expect(await readyLine(child)).toMatchObject({ ready: 'sandbox', addresses: [] })
  child.stdin!.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('with an address and a token, it can be reached there over HTTP and SMTP, and controlled with this token', async () => {
  const token = 'a-token-of-16-letters'
  const child = start(['--json'], { MAILROOM_SANDBOX_LISTEN: '127.0.0.2', MAILROOM_SANDBOX_TOKEN: token })
  const ready = await readyLine(child)
  expect(ready).toMatchObject({ adminToken: token, addresses: ['127.0.0.2'] })
  const there = (address: string): string => address.replace('127.0.0.1', '127.0.0.2')
  for (const admin of [ready.admin, there(ready.admin)]) {
    const state = await ask(`${admin}/state`, { 'x-sandbox-token': token })
    expect(state).toBe(200)
    expect(await ask(`${admin}/state`, { 'x-sandbox-token': 'another-token-of-letters' })).toBe(401)
  }
  const [host, port] = there(ready.smtp).split(':')
  const socket = connect(Number(port), host)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^220 /)
  socket.destroy()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a data folder in use by another sandbox is refused with an error message', async () => {
  await withDataFolder(async (data) => {
    const child = start(['--json', '--data', data])
    await readyLine(child)
    const [code, said] = await refusal(['--data', data])
    expect(said).toBe(
      `The sandbox data in ${join(data, 'sandbox.sqlite')} is in use by another sandbox. Stop that sandbox, or choose another data folder.\n`,
    )
    expect(code).toBe(2)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
})

test('an address without a token, a host name and a short token are refused with an error message', async () => {
  expect(await refusal(['--listen', '127.0.0.2'])).toEqual([
    2,
    'Other computers can reach a sandbox that listens on 127.0.0.2. Choose the token for its controls with --token or MAILROOM_SANDBOX_TOKEN.\n',
  ])
  expect(await refusal(['--listen', 'localhost'], { MAILROOM_SANDBOX_TOKEN: 'x'.repeat(16) })).toEqual([
    2,
    '--listen takes an IP address of this computer, or 0.0.0.0 for all addresses, not "localhost".\n',
  ])
  expect(await refusal(['--token', 'short'])).toEqual([
    2,
    '--token takes 16 to 200 letters, digits, hyphens and underscores.\n',
  ])
  expect(await refusal(['demo'])).toEqual([
    2,
    'mailroom-sandbox takes only flags, and "demo" is not one. See mailroom-sandbox --help.\n',
  ])
})

test.each([
  ['20.20.2', 'mailroom-sandbox needs Node 22.16 or later; this is Node 20.20.2.'],
  ['22.15.1', 'mailroom-sandbox needs Node 22.16 or later; this is Node 22.15.1.'],
  ['23.11.0', 'mailroom-sandbox needs Node 22.16 or later, but not 23; this is Node 23.11.0.'],
  ['22.16.0', null],
  ['24.0.0', null],
])('Node %s is judged by its node:sqlite', async (version, sentence) => {
  const { nodeProblem } = (await import(pathToFileURL(join(folder, 'node-version.js')).href)) as {
    nodeProblem: (version: string) => string | null
  }
  expect(nodeProblem(version)).toBe(sentence)
})
