import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import { quietPort } from '#test/support/connections/quiet-port.ts'
import { builtCli, workerCode } from '#test/support/worker-code.ts'
import { aSend, ServiceClient } from './support/service-client.ts'

const worker = workerCode('sandbox')

test('a sandbox in a separate thread handles calls, can be controlled from outside and closes', async () => {
  const sandbox = await startInWorker({ worker, smtp: true })
  const told = new Promise<void>((resolve) => sandbox.onActivity(() => resolve()))
  const client = new ServiceClient(sandbox.url, sandbox.credentials)
  expect((await client.post('/messages/send', aSend('open+1@x.org'))).status).toBe(200)
  await told
  expect(sandbox.smtp).toMatch(/^127\.0\.0\.1:\d+$/)
  await sandbox.control.advance('hour')
  const [entry] = await sandbox.control.outbox(10)
  expect(entry).toMatchObject({ email: 'open+1@x.org', lastState: 'delivered' })
  expect(Buffer.from((await sandbox.control.source(entry!.id))!).toString()).toContain('Hello there')
  expect(await sandbox.control.requests()).toHaveLength(1)
  expect(await sandbox.control.setFaults([{ kind: 'status', path: '*' }])).toHaveLength(1)
  expect((await client.get('/settings/apikeys')).status).toBe(503)
  expect(await sandbox.control.reset('empty')).toMatchObject({ messages: 0 })
  await expect(sandbox.control.advance(-1)).rejects.toThrow(/forward/)
  client.close()
  await sandbox.close()
  await expect(sandbox.control.state()).rejects.toThrow()
})

test('programs find the SMTP server at the same port after a restart, even after a reset', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const first = await startInWorker({ worker, data })
  await first.control.reset('empty')
  await first.close()
  const between = await createSandbox({ data, smtp: false })
  const { settings } = between.store
  expect(`127.0.0.1:${settings.get('smtp-port')}`).toBe(first.smtp)
  // Between two runs, another program could get a port that the system chose.
  const port = await quietPort()
  settings.set('smtp-port', String(port))
  await between.close()
  const second = await startInWorker({ worker, data })
  expect([second.smtp, second.smtpMovedFrom]).toEqual([`127.0.0.1:${port}`, null])
  await second.close()

  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const third = await startInWorker({ worker, data })
  expect(third.smtp).not.toBe(second.smtp)
  expect(third.smtpMovedFrom).toBe(port)
  await third.close()
  other.close()
})

test('a fault that was used up causes a change event', async () => {
  const sandbox = await startInWorker({ worker })
  await sandbox.control.setFaults([{ kind: 'status', path: '*', times: 1 }])
  expect((await sandbox.control.state()).faults).toEqual(['status'])
  const changed = new Promise((resolve) => sandbox.onChange(resolve))
  const client = new ServiceClient(sandbox.url, sandbox.credentials)
  await client.get('/settings/apikeys')
  expect(await changed).toBe('faults')
  expect((await sandbox.control.state()).faults).toEqual([])
  client.close()
  await sandbox.close()
})

async function takenPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.address() as AddressInfo).port
}

test('a port in use is reported by its code to the caller and in words to people', async () => {
  const port = await takenPort()
  await expect(startInWorker({ worker, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const run = (...flags: string[]) => spawnSync(process.execPath, [builtCli, 'sandbox', ...flags], { encoding: 'utf8' })
  const taken = run('--port', String(port))
  expect([taken.status, taken.stderr]).toEqual([2, expect.stringContaining(`Port ${port} is in use`)])
  const wrong = run('--nonsense')
  expect([wrong.status, wrong.stderr.trim()]).toEqual([2, 'There is no flag --nonsense. See mailroom sandbox --help.'])
  expect(run('--help').stdout).toContain('--strict')
  const file = run('--data', builtCli)
  expect([file.status, file.stderr.trim()]).toEqual([2, `${builtCli} isn’t a folder. Choose a folder with --data.`])
})
