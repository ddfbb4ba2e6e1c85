import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { builtCli } from '#test/support/worker-code.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { aSend, messagesOf, ServiceClient } from './support/service-client.ts'

type Ready = Record<'ready' | 'url' | 'user' | 'key' | 'prefix' | 'smtp' | 'admin' | 'adminToken', string> & {
  headerNames: { user: string; key: string }
}

async function start(...flags: string[]) {
  const child = spawn(process.execPath, [builtCli, 'sandbox', '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = text(child.stderr)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const end = async (): Promise<string> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    return said
  }
  return { ready: JSON.parse(line) as Ready, end }
}

test('the line of JSON has everything that a test needs to send, advance the clock and look', async () => {
  const { ready, end } = await start()
  expect(ready).toMatchObject({ ready: 'sandbox', user: 'sandbox@mailroom.example' })
  const client = new ServiceClient(ready.url, ready)
  await client.post('/messages/send', aSend('click+2@x.org'))
  const controls = new ServiceClient(ready.admin, ready)
  const headers = { 'x-sandbox-token': ready.adminToken }
  const moved = await controls.call({ method: 'POST', path: '/clock', body: { advance: 'hour' }, headers })
  expect(moved.status).toBe(200)
  expect(await messagesOf(client)).toMatchObject([{ lastState: 'delivered', open: 1, click: 2 }])
  client.close()
  controls.close()
  expect(await end()).toBe('')
})

test.skipIf(process.platform !== 'linux')(
  'a data folder that cannot be created ends it with an error message',
  async () => {
    const child = spawn(process.execPath, [builtCli, 'sandbox', '--data', '/proc/self/x'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await text(child.stderr)).toBe('The folder /proc/self/x can’t be created. Choose another with --data.\n')
  },
)

test('a data folder in use by another sandbox is refused like a port in use', async () => {
  await withDataFolder(async (data) => {
    const { end } = await start('--data', data)
    const child = spawn(process.execPath, [builtCli, 'sandbox', '--data', data], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
    const path = join(data, 'sandbox.sqlite')
    expect(said).toBe(
      `The sandbox data in ${path} is in use by another sandbox. Stop that sandbox, or choose another data folder.\n`,
    )
    expect(code).toBe(2)
    expect(await end()).toBe('')
  })
})

test('a requested scenario that existing data overrides is reported', async () => {
  await withDataFolder(async (data) => {
    const fill = async (...flags: string[]) => (await start('--data', data, ...flags)).end()
    expect(await fill('--scenario', 'empty')).toBe('')
    expect(await fill('--scenario', 'demo')).toBe(
      'The folder already holds data (empty). --scenario demo applies only to new data and was ignored.\n',
    )
    expect(await fill()).toBe('')
  })
})

test('its certificate authority is in the file before it is ready, and a missing folder ends it', async () => {
  await withDataFolder(async (data) => {
    const file = join(data, 'authority.pem')
    const { ready, end } = await start('--certificate', file)
    expect(ready).toMatchObject({ certificate: file })
    const controls = new ServiceClient(ready.admin, ready)
    const headers = { 'x-sandbox-token': ready.adminToken }
    const { text: pem } = await controls.call({ method: 'GET', path: '/certificate', headers })
    controls.close()
    expect(await readFile(file, 'utf8')).toBe(pem)
    expect(await end()).toBe('')

    const flags = ['--certificate', join(data, 'none', 'authority.pem')]
    const child = spawn(process.execPath, [builtCli, 'sandbox', ...flags], { stdio: ['ignore', 'ignore', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await text(child.stderr)).toMatch(/none given by --certificate does not exist\./)
  })
})

test('names of a provider are printed at this start and at the next', async () => {
  await withDataFolder(async (data) => {
    const names = { headerNames: { user: 'X-ABC-User', key: 'X-ABC-Key' }, prefix: 'X-ABC-' }
    const flags = ['--header-names', 'X-ABC-User,X-ABC-Key', '--prefix', 'X-ABC-']
    const first = await start('--data', data, ...flags)
    expect(first.ready).toMatchObject(names)
    await first.end()
    const second = await start('--data', data)
    expect(second.ready).toMatchObject(names)
    await second.end()

    const child = spawn(process.execPath, [builtCli, 'sandbox', '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines: string[] = []
    for await (const line of createInterface(child.stderr)) {
      lines.push(line)
      if (line.includes('admin')) child.kill('SIGTERM')
    }
    const said = lines.join('\n')
    expect(said).toContain('in the header X-ABC-User\n')
    expect(said).toContain('in the header X-ABC-Key\n')
    expect(said).toContain('options in “headers” begin with X-ABC-\n')
  })
})
