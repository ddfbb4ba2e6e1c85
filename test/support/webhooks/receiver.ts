import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A program that a webhook calls. It records the calls. The caller closes it. */
export async function startReceiver() {
  const calls: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      calls.push(JSON.parse(text) as Record<string, unknown>)
      response.writeHead(receiver.status).end('thank you')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    /** The status that the receiver returns. */
    status: 200,
    async close(): Promise<void> {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return receiver
}
