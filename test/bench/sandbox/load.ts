import { connect } from 'node:net'
import type { Program } from './program.ts'

/**
 * Sends prepared bytes over persistent connections, one call at a time on each. Both ends share two cores, most of
 * which a client library would use.
 */
export async function callsPerSecond(
  { url, user, key }: Program,
  body: string,
  { calls, connections }: { calls: number; connections: number },
): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const head = [
    `POST ${pathname}/messages/send HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `X-Service-ApiUser: ${user}`,
    `X-Service-ApiKey: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  let left = calls
  const started = performance.now()
  const worker = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let answer = ''
      const next = (): void => {
        answer = ''
        if (left-- > 0) socket.write(request)
        else socket.end(() => resolve())
      }
      socket.setNoDelay(true)
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString('latin1')
        if (!answer.endsWith('{"status":"success"}')) return
        if (answer.startsWith('HTTP/1.1 200')) next()
        else reject(new Error(answer))
      })
    })
  await Promise.all(Array.from({ length: connections }, worker))
  return (calls / (performance.now() - started)) * 1000
}

export function sendBody(recipients: number): string {
  return JSON.stringify({
    to: Array.from({ length: recipients }, (_, at) => ({ address: `reader${at}@domain-${at % 40}.example` })),
    msg: {
      from: { address: 'shop@sender.example', personalName: 'The Shop' },
      subject: 'Your order is on its way',
      html: '<html><body><p>Hello, <a href="https://shop.example/orders/1">your order</a> is on its way.</p></body></html>',
      text: 'Hello, your order is on its way: https://shop.example/orders/1',
    },
    headers: { 'X-SVC-TAGS': ['order'], 'X-SVC-META': { order: 1234 } },
  })
}
