import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aSend } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

test('the error in malformed JSON is reported once, and a byte order mark is accepted', async () => {
  const { client } = await openSandbox()
  const post = async (raw: string) => (await client.call({ method: 'POST', path: '/messages/send', raw })).json
  const sentence = async (raw: string) => ((await post(raw)) as { error: string }).error
  const wrong = 'The request body is not valid JSON'
  expect(await sentence('hello')).toBe(`${wrong}: Unexpected token 'h', "hello".`)
  expect(await sentence('{"a":1,}')).toMatch(
    /: Expected double-quoted property name at position 7 \(line 1 column 8\)\.$/,
  )
  expect(await post(`\ufeff${JSON.stringify(aSend('a@x.org'))}`)).toEqual({ status: 'success' })
})

test('a client that writes everything before it reads is told that its message is too large', async () => {
  const { sandbox } = await openSandbox({ maxMessageBytes: 1_048_576 })
  const { hostname, port } = new URL(sandbox.url)
  const { user, key } = sandbox.credentials
  const body = Buffer.alloc(12 * 1_048_576, 0x20)
  const head = [
    'POST /v1/messages/send HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `X-Service-ApiUser: ${user}`,
    `X-Service-ApiKey: ${key}`,
    `Content-Length: ${body.length}`,
    '',
    '',
  ].join('\r\n')
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }).pause()
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('end', () => resolve(text))
    socket.write(head)
    socket.write(body, () => socket.resume())
  })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('"error":"The message is larger than 1 MB."')
  expect(sandbox.control.requests()[0]).toMatchObject({ status: 413, requestBytes: body.length })
})
