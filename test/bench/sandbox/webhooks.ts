import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ServiceClient } from '#test/sandbox/support/service-client.ts'
import { figure, type Print } from '../support/figure.ts'
import { sendBody } from './load.ts'
import { startSandbox, type Program } from './program.ts'

const postTask = fileURLToPath(new URL('post-task.ts', import.meta.url))
const calls = 20_000
const recipients = 1000

/** Measures from the moment when all messages are due until the last webhook call has received its response. */
export async function webhookCalls(folder: string, print: Print): Promise<void> {
  const receiver = await startReceivingBodies()
  const sandbox = await startSandbox('--data', folder)
  const client = new ServiceClient(sandbox.url, sandbox)
  await controlClock(sandbox, { running: false })
  await client.post('/settings/webhooks', { url: receiver.url, description: '', events: ['delivered'] })
  receiver.bodies.length = 0
  const body = JSON.parse(sendBody(recipients)) as object
  for (let sent = 0; sent < calls; sent += recipients) await client.post('/messages/send', body)
  const started = performance.now()
  await controlClock(sandbox, { advance: 'hour' })
  const seconds = (performance.now() - started) / 1000
  client.close()
  await sandbox.stop()
  if (receiver.bodies.length !== calls) throw new Error(`${receiver.bodies.length} calls were received.`)

  const file = join(folder, 'bodies.json')
  await writeFile(file, JSON.stringify(receiver.bodies))
  const { stdout } = await promisify(execFile)(process.execPath, [postTask, receiver.url, file])
  const peer = calls / (JSON.parse(stdout) as { seconds: number }).seconds
  receiver.close()
  const given = { ours: calls / seconds, peer, unit: 'calls/s', n: calls, peerName: 'bare node:http, the same bodies' }
  print(figure({ bench: 'sandbox.webhooks', ...given }))
}

async function controlClock({ admin, adminToken }: Program, body: object): Promise<void> {
  const client = new ServiceClient(admin, { user: '', key: '' })
  const headers = { 'x-sandbox-token': adminToken }
  const { status } = await client.call({ method: 'POST', path: '/clock', body, headers })
  client.close()
  if (status !== 200) throw new Error(`The clock returned status ${status}.`)
}

async function startReceivingBodies() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bodies,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
