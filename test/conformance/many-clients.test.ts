import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aSend, openAccount } from './support/account.ts'

/** Resolves with the status of each response once all have arrived. */
function answersOf(socket: Socket, wanted: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      const statuses = text.match(/HTTP\/1\.1 \d{3}/g) ?? []
      if (statuses.length >= wanted && /\}\s*$/.test(text)) resolve(statuses)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The connection was closed.')))
  })
}

test('10,000 concurrent sends all get a response and are stored exactly once', async () => {
  const [connections, each] = [500, 20]
  const account = await openAccount()
  const { hostname, port, pathname } = new URL(account.sandbox.url)
  const { user, key } = account.sandbox.credentials
  const head =
    `POST ${pathname}/messages/send HTTP/1.1\r\nHost: ${hostname}\r\nX-Service-ApiUser: ${user}\r\n` +
    `X-Service-ApiKey: ${key}\r\nContent-Type: application/json\r\nContent-Length: `
  const request = (name: string): string => {
    const body = JSON.stringify(aSend(`${name}@x.org`))
    return `${head}${body.length}\r\n\r\n${body}`
  }
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  const answers = sockets.map((socket) => answersOf(socket, each))
  sockets.forEach((socket, at) =>
    socket.write(Array.from({ length: each }, (_, index) => request(`r${at * each + index}`)).join('')),
  )
  const statuses = (await Promise.all(answers)).flat()
  expect([statuses.length, new Set(statuses)]).toEqual([connections * each, new Set(['HTTP/1.1 200'])])
  const records = (await account.post('/export/json')) as { id: string; email: string }[]
  expect(records).toHaveLength(connections * each)
  expect(new Set(records.map(({ email }) => email)).size).toBe(connections * each)
  expect(new Set(records.map(({ id }) => id)).size).toBe(connections * each)
})
