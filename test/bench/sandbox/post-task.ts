import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'

/** Posts the bodies in FILE, 32 at the same time over persistent connections, and prints the seconds: `post-task.ts URL FILE`. */
const [url = '', file = ''] = process.argv.slice(2)
const bodies = JSON.parse(readFileSync(file, 'utf8')) as string[]
const agent = new Agent({ keepAlive: true })
let next = 0

async function post(body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const call = request(url, { method: 'POST', headers, agent })
  call.end(body)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
}

async function postAll(): Promise<void> {
  while (next < bodies.length) await post(bodies[next++]!)
}

const started = performance.now()
await Promise.all(Array.from({ length: 32 }, postAll))
process.stdout.write(`${JSON.stringify({ seconds: (performance.now() - started) / 1000 })}\n`)
agent.destroy()
