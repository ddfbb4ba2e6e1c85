import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { spawnCli } from '#test/cli/support/run-cli.ts'
import { cleanEnvironment } from '#test/support/environment/clean-environment.ts'
import { startTestReceiver } from '#test/support/webhooks/test-receiver.ts'
import { ServiceClient } from '../support/service-client.ts'

type Access = { url: string; user: string; key: string; admin: string; adminToken: string }
type Logged = { program: string; status: number; notes: string[] }
type Sent = { id: string; email: string }

const programs = [
  { runtime: 'php', file: 'client.php' },
  { runtime: 'python3', file: 'client.py' },
  { runtime: process.execPath, file: 'client.mjs' },
]

const isMissing = (runtime: string): boolean => spawnSync(runtime, ['--version']).status !== 0

/** Uses the header names of a provider, which the programs expect; with a seed, the clock does not move. */
async function startSandbox(): Promise<Access> {
  const names = ['--header-names', 'X-Abc-User,X-Abc-Key', '--prefix', 'X-ABC-']
  const { process: sandbox } = spawnCli(['sandbox', '--json', '--seed', '7', ...names])
  const [line] = (await once(createInterface(sandbox.stdout!), 'line')) as [string]
  return JSON.parse(line) as Access
}

function controlsOf({ admin, adminToken }: Access) {
  const client = new ServiceClient(admin, { user: '', key: '' })
  onTestFinished(() => client.close())
  const headers = { 'x-sandbox-token': adminToken }
  return async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await client.call({ method, path, body, headers })).json
}

const results = {
  template: 'order-sent',
  sent: ['success', 'success'],
  subjects: ['Order 7 is on its way', 'Your photo'],
  detail: { subject: 'Your photo', tags: ['photo'], meta: { order: '7' } },
  requested: 2,
  tags: { 2026: 1, order: 1, photo: 1 },
  blacklist: ['success', 'o+k@client.example', 1, 'success', 0],
  webhook: [['delivered', 'opened'], 'success'],
  key: ['Shop', true, 32, 'success'],
  domains: ['nordwind.example'],
}

test.for(programs)('$file, a program written for a provider, runs unchanged', async ({ runtime, file }, { skip }) => {
  skip(!process.env['CI'] && isMissing(runtime), `${runtime} is not installed`)
  const [access, receiver] = await Promise.all([startSandbox(), startTestReceiver()])
  const controls = controlsOf(access)
  const { url, user, key } = access
  const given = { ABC_URL: url, ABC_USER: user, ABC_KEY: key, ABC_HOOK: receiver.url }
  const path = fileURLToPath(new URL(file, import.meta.url))
  const { stdout, stderr } = await promisify(execFile)(runtime, [path], { env: { ...cleanEnvironment(), ...given } })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(results)

  const calls = (await controls('GET', '/requests')) as Logged[]
  expect(new Set(calls.map(({ program }) => program)).size).toBe(1)
  expect(calls).toHaveLength(18)
  expect(calls.filter(({ status, notes }) => status !== 200 || notes.length > 0)).toEqual([])

  const outbox = (await controls('GET', '/outbox')) as Sent[]
  const received = async (address: string): Promise<unknown> =>
    controls('GET', `/outbox/${outbox.find(({ email }) => email === address)!.id}`)
  expect(await received('ada@client.example')).toMatchObject({
    text: expect.stringContaining('Hello Ada') as string,
    html: expect.stringContaining('<p>Hello Ada</p>') as string,
  })
  expect(await received('ben@client.example')).toMatchObject({
    html: expect.stringContaining('cid:photo@nord') as string,
    attachments: [
      { contentId: 'photo@nord', contentType: 'image/gif', size: 42 },
      { contentId: null, filename: 'notes.txt', size: 11 },
    ],
  })

  receiver.calls.length = 0
  await controls('POST', '/clock', { advance: 'hour' })
  const events = receiver.calls as { eventType: string; recipient: string }[]
  expect(events.map(({ eventType, recipient }) => `${eventType} ${recipient}`).sort()).toEqual([
    'delivered ada@client.example',
    'delivered ben@client.example',
    'delivered sandbox@mailroom.example',
  ])
})
