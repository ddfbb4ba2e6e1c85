import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { writeSend } from '#core/api/index.ts'
import type { Person } from '#shared/contract/base/draft.ts'
import { startSandbox, type Program } from '../sandbox/program.ts'
import { figure, median, type Print } from '../support/figure.ts'
import { openComposer } from './composer.ts'
import { benchEditing } from './editing.ts'
import { merge } from './merge.ts'
import { benchSplices } from './splices.ts'

const recipients = 20_000
const inOneCall = 500
const calls = 4
const rounds = 5
const megabytes = 25

/** The composer’s core as users run it, against a sandbox in a separate program. */
export async function run(print: Print): Promise<void> {
  await sendRate(print)
  await attachmentMemory(print)
  await merge(print)
  await benchSplices(print)
  await benchEditing(print)
}

function people(): Person[] {
  return Array.from({ length: recipients }, (_, index) => ({
    address: `reader${index}@domain-${index % 40}.example`,
    name: `Reader ${index}`,
    values: [`Reader ${index}`, `Order ${index}`],
    parts: [],
  }))
}

const columns = ['name', 'order']
const html = '<html><body><p>Hello {{name}}, {{order}} is on its way.</p></body></html>'
const from = { address: 'shop@sender.example', name: 'The Shop' }

/** Measures from Send to the end of the last batch, including the journal, copies in the archive and outcomes. */
async function sendRate(print: Print): Promise<void> {
  const sandbox = await startSandbox()
  await using composer = await openComposer(sandbox)
  const rows = people()
  const bodies = peerBodies(rows)
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    const id = await composer.draft(
      { from, subject: 'Your order', html, htmlMode: 'code', textMode: 'none' },
      { columns, rows },
    )
    ours.push(recipients / (await seconds(() => composer.send(id))))
    peer.push(recipients / (await seconds(() => postAll(sandbox, bodies))))
  }
  const given = { ours: median(ours), peer: median(peer), unit: 'recipients/s', n: recipients }
  print(figure({ bench: 'compose.send-rate', ...given, peerName: 'bare node:http with the same bodies' }))
  await sandbox.stop()
}

function peerBodies(rows: readonly Person[]): Buffer[] {
  const bodies: Buffer[] = []
  for (let at = 0; at < rows.length; at += inOneCall) {
    const some = rows.slice(at, at + inOneCall)
    const body = writeSend(
      {
        to: some.map(({ address, name }) => ({ address, personalName: name })),
        from: { address: from.address, personalName: from.name },
        subject: 'Your order',
        html,
        options: {
          substitutions: some.map(({ address, values }) => ({
            email: address,
            values: { name: values[0], order: values[1] },
          })),
        },
      },
      { keyPrefix: 'X-SVC-', ccAndBcc: false, sendId: crypto.randomUUID() },
    )
    bodies.push(Buffer.from(body as string))
  }
  return bodies
}

async function postAll({ url, user, key }: Program, bodies: readonly Buffer[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: calls })
  const headers = { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key, 'Content-Type': 'application/json' }
  const left = [...bodies]
  const worker = async (): Promise<void> => {
    for (let body = left.shift(); body; body = left.shift()) {
      const request = http.request(`${url}/messages/send`, { method: 'POST', agent, headers })
      request.end(body)
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      response.resume()
      await once(response, 'end')
      if (response.statusCode !== 200) throw new Error(`The sandbox returned ${response.statusCode}.`)
    }
  }
  await Promise.all(Array.from({ length: calls }, worker))
  agent.destroy()
}

/** How much memory a message with a large file adds to the idle app, and to a program that loads the whole file. */
async function attachmentMemory(print: Print): Promise<void> {
  const sandbox = await startSandbox()
  const measured = async (how: string): Promise<number> => {
    const task = fileURLToPath(new URL('attachment-task.ts', import.meta.url))
    const { url, user, key } = sandbox
    const child = fork(task, [how, String(megabytes), url, user, key])
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)))
    const [bytes] = (await Promise.race([once(child, 'message'), ended])) as [number]
    return bytes / 1e6
  }
  const [ours, peer] = [await measured('ours'), await measured('peer')]
  const given = { ours, peer, unit: 'MB above idle', n: megabytes * 1_000_000 }
  print(figure({ bench: `compose.attachment-${megabytes}mb-rss`, ...given, peerName: 'JSON.stringify of the whole' }))
  await sandbox.stop()
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
