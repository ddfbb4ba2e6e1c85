import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { json, serve } from '#test/support/api-client.ts'
import { answering, clientOf, failureOf, raw, rejected } from '#test/support/failing-service.ts'

describe('answers', () => {
  test.each([
    [400, { error: 'page is wrong' }, 'invalid-request'],
    [401, { message: 'who?' }, 'wrong-credentials'],
    [403, { error: 'The key is disabled.', code: 'key-disabled' }, 'key-disabled'],
    [403, { error: 'Your IP address is not allowed.', code: 'ip-not-allowed' }, 'ip-not-allowed'],
    [403, 'no', 'forbidden'],
    [404, {}, 'not-found'],
    [405, {}, 'not-allowed'],
    [409, {}, 'conflict'],
    [413, {}, 'too-large'],
    [415, {}, 'unsupported-type'],
    [418, {}, 'unexpected-status'],
    [429, {}, 'rate-limited'],
    [500, { error: { message: 'deep down' } }, 'service-error'],
    [503, '<html>down</html>', 'service-error'],
  ])('status %i with %j is %s', async (status, body, code) => {
    const url = await answering((_seen, response) => json(response, body, status, { 'x-request-id': 'r-1' }))
    const error = await failureOf(url)
    expect(error).toMatchObject({ code, details: { status, requestId: 'r-1', operation: 'settings.apiKeys' } })
    expect(error.message).toMatch(/^[A-Z].*[.?]$/)
  })

  test('the service’s own sentence is quoted, at most 500 characters are kept, and never a key', async () => {
    const url = await answering((seen, response) =>
      json(
        response,
        { error: `no ${String(seen.headers['x-service-apikey'])}`, key: 'other-secret', more: 'x'.repeat(9999) },
        400,
      ),
    )
    const error = await failureOf(url)
    expect(error.message).toContain('The service says: no •••')
    expect(String(error.details.body).length).toBeLessThanOrEqual(500)
    expect(JSON.stringify(error.toJSON())).not.toContain('other-secret')
  })

  test('a sentence that Mailroom already uses is not repeated', async () => {
    const url = await answering((_seen, response) => json(response, { error: 'This key is disabled' }, 403))
    expect((await failureOf(url)).message).toBe('This key is disabled.')
  })

  test('a redirect to another host is refused, and the key does not go there', async () => {
    const elsewhere = await serve((_seen, response) => json(response, []))
    onTestFinished(() => elsewhere.close())
    const url = await answering((_seen, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/settings/apikeys` }).end()
    })
    expect(await failureOf(url)).toMatchObject({ code: 'redirect-refused', details: { location: expect.any(String) } })
    expect(elsewhere.seen).toEqual([])
  })

  test('a web page with status 200', async () => {
    const url = await answering((_seen, response) => response.end('\n<!DOCTYPE html><title>Log in</title>'))
    expect(await failureOf(url)).toMatchObject({ code: 'not-json', message: expect.stringContaining('web page') })
  })

  test.each(['{"a":NaN}', 'true false', '[1,]', '{"a":1}}'])('malformed: %s', async (text) => {
    const url = await answering((_seen, response) => response.end(text))
    expect(await failureOf(url)).toMatchObject({ code: 'malformed-answer' })
  })

  test.each(['latin1', 'utf16le', 'utf8'] as const)(
    'JSON in the character set that its header names: %s',
    async (encoding) => {
      const charset = { latin1: 'ISO-8859-1', utf16le: '"utf-16"', utf8: 'ISO-8859-1' }[encoding]
      const body = Buffer.from('[{"id":"k1","description":"Grüße"}]', encoding)
      const url = await answering((_seen, response) =>
        response.writeHead(200, { 'content-type': `application/json; charset=${charset}` }).end(body),
      )
      const { items } = await clientOf(url).client.settings.apiKeys()
      expect(items).toMatchObject([{ id: 'k1', description: 'Grüße' }])
    },
  )

  test('a character set that nobody knows is named', async () => {
    const url = await answering((_seen, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json; charset=x-own' })
        .end(Buffer.from('["ü"]', 'latin1')),
    )
    const message = expect.stringContaining('in the character set x-own') as string
    expect(await failureOf(url)).toMatchObject({ code: 'malformed-answer', message })
  })

  test('JSON of another form', async () => {
    const url = await answering((_seen, response) => json(response, 'what?'))
    expect(await failureOf(url)).toMatchObject({ code: 'unexpected-answer', details: { body: '"what?"' } })
  })

  test('an answer without a length that breaks off is cut, not malformed', async () => {
    const body = JSON.stringify([{ id: 'k1', description: 'über' }])
    for (const length of [1, 5, 10, body.length - 1]) {
      const url = await raw((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${body.slice(0, length)}`)),
      )
      expect(await failureOf(url)).toMatchObject({ code: 'connection-cut' })
    }
  })

  test('fewer bytes than announced', async () => {
    const url = await raw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[]')),
    )
    expect(await failureOf(url)).toMatchObject({ code: 'connection-cut' })
  })

  test('a gzip bomb is refused, an honest gzip is read', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20))
    const good = gzipSync('[{"id":"k1"}]')
    const url = await answering((_seen, response, count) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(count === 1 ? bomb : good)
    })
    const { client } = clientOf(url, { limits: { retriesPerMinute: 0, answerBytes: 8 * 1024 * 1024 } })
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'answer-too-large' })
    await expect(client.settings.apiKeys()).resolves.toMatchObject({ items: [{ id: 'k1' }] })
  })

  test('broken and unknown compression', async () => {
    const url = await answering((_seen, response, count) => {
      response.writeHead(200, { 'content-encoding': count === 1 ? 'gzip' : 'lzma' }).end('not compressed')
    })
    const { client } = clientOf(url)
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'malformed-answer' })
    expect(await rejected(client.settings.apiKeys())).toMatchObject({ code: 'malformed-answer' })
  })

  test('an endless answer is refused while it is being received', async () => {
    const url = await raw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n[')
        const fill = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x20)));
        }
        socket.on('drain', fill)
        fill()
      })
    })
    expect(await failureOf(url, { limits: { retriesPerMinute: 0, answerBytes: 1024 * 1024 } })).toMatchObject({
      code: 'answer-too-large',
    })
  })

  test('an answer of millions of values is refused before it is read', async () => {
    const values = JSON.stringify(Array.from({ length: 1_000_001 }, () => 0))
    const server = await serve((_seen, response) => response.end(values))
    onTestFinished(() => server.close())
    expect(await failureOf(server.url)).toMatchObject({
      code: 'answer-too-large',
      message: expect.stringContaining('more than a million values'),
    })
  })

  test('headers of more than 16 KB', async () => {
    const url = await raw((socket) =>
      socket.once('data', () =>
        socket.end(`HTTP/1.1 200 OK\r\nx-big: ${'x'.repeat(32_768)}\r\ncontent-length: 2\r\n\r\n[]`),
      ),
    )
    expect(await failureOf(url)).toMatchObject({ code: 'header-too-large' })
  })
})
