import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askForLink } from './running-instance.ts'

/** Answers whoever connects, and hangs up. */
async function hangingUp(answer: string): Promise<string> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/focus`
}

const body = JSON.stringify({ ok: true, output: { url: 'http://127.0.0.1:1/?token=t' } })
const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`

test('the running Mailroom gives a link', async () => {
  const focus = { url: await hangingUp(head + body), secret: 's' }
  expect(await askForLink(focus, 'link')).toBe('http://127.0.0.1:1/?token=t')
})

test('a link is no address of a file, whoever answers', async () => {
  expect(await askForLink({ url: await hangingUp(head + body), secret: 's' }, 'file')).toBeNull()
})

test.each([
  ['before its answer', ''],
  ['within its answer', (head + body).slice(0, -1)],
  ['before the body of its answer', head],
])('one that ends %s gives none, and nobody waits for it', async (_name, answer) => {
  expect(await askForLink({ url: await hangingUp(answer), secret: 's' }, 'link')).toBeNull()
})
