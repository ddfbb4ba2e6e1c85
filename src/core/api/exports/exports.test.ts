import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { answer, jsonFile, recordsOf } from '#test/support/export-answers.ts'
import type { ExportRecord } from '#shared/domain/service/records.ts'
import { clientOf, hangingUp, raw } from '#test/support/failing-service.ts'
import { json, serve } from '#test/support/api-client.ts'
import { bytesOf } from '#test/support/table-files.ts'

test('bad records are set aside with their reason, the others are used', async () => {
  const body =
    '[{"id":"1"},{"id":null},{"id":"2","createdDate":"yesterday"},{"id":"3",,},{"Id":"4","LastState":"x","colour":1}]'
  const { client } = clientOf(await hangingUp(() => answer(Buffer.from(body), body.length, 'length')))
  const good: ExportRecord[] = []
  const reasons: string[] = []
  for await (const batch of (await client.exports.all('json', {})).records()) {
    good.push(...batch.records)
    reasons.push(...batch.problems.map(({ reason }) => reason))
  }
  expect(good).toMatchObject([{ id: '1' }, { id: '4', lastState: 'x', extra: { colour: 1 } }])
  expect(reasons).toHaveLength(3)
})

test('a record of megabytes is set aside, the others are used', async () => {
  const large = JSON.stringify({ id: '2', subject: 'x'.repeat(3 * 1024 * 1024) })
  const body = Buffer.from(`[{"id":"1"},${large},{"id":"3"}]`)
  const { client } = clientOf(await hangingUp(() => answer(body, body.length, 'length')))
  const download = await client.exports.all('json', {})
  expect(await recordsOf(download)).toMatchObject([{ id: '1' }, { id: '3' }])
  expect(download.progress()).toMatchObject({ records: 2, problems: 1 })
})

test.each([
  ['one object', '{"id":"1"}', 1],
  ['lines', '{"id":"1"}\n{"id":"2"}\n', 2],
  ['nothing', '[]', 0],
])('json as %s', async (_name, body, count) => {
  const { client } = clientOf(await hangingUp(() => answer(Buffer.from(body), body.length, 'length')))
  const download = await client.exports.all('json', {})
  expect(await recordsOf(download)).toHaveLength(count)
  expect(download.completeness()).toBe('whole')
})

function inBytes(body: Buffer, charset: string): Buffer[] {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=${charset}\r\ncontent-length: ${body.length}\r\n\r\n`
  return [Buffer.from(head), ...Array.from(body, (byte) => Buffer.of(byte))]
}

const records = '[{"id":"1","subject":"Hello"},{"id":"2","subject":"Grüße"},{"id":"3","subject":"für ü"}]'

test.each([
  ['latin1', 'ISO-8859-1'],
  ['utf16le', '"utf-16"'],
  ['utf8', 'ISO-8859-1'],
  ['utf8', 'x-own'],
] as const)('an export in %s under the name %s is read, and given on in UTF-8', async (encoding, charset) => {
  const { client } = clientOf(await hangingUp(() => inBytes(Buffer.from(records, encoding), charset)))
  const read = await recordsOf(await client.exports.all('json', {}))
  expect(read.map(({ subject }) => subject)).toEqual(['Hello', 'Grüße', 'für ü'])
  const csv = 'Id,Subject\r\n1,Grüße\r\n2,ü\r\n'
  const table = clientOf(await hangingUp(() => inBytes(Buffer.from(csv, encoding), charset)))
  expect(String(await bytesOf((await table.client.exports.all('csv', {})).bytes()))).toBe(csv)
})

test('an export in a character set that nobody knows is refused, and the set is named', async () => {
  const { client } = clientOf(await hangingUp(() => inBytes(Buffer.from(records, 'latin1'), 'x-own')))
  const message = expect.stringContaining('in the character set x-own') as string
  const download = client.exports.all('json', {})
  await expect(download.then(recordsOf)).rejects.toMatchObject({ code: 'malformed-answer', message })
})

test.each(['json', 'csv'] as const)('a web page is not accepted as %s', async (fileType) => {
  const { client } = clientOf(await hangingUp(() => answer(Buffer.from('<!doctype html>...\n'), 19, 'length')))
  await expect(client.exports.all(fileType, {}).then((download) => bytesOf(download.bytes()))).rejects.toMatchObject({
    code: 'not-json',
  })
})

test('compressed exports are unpacked, a bomb is refused, and a cut in the gzip is noticed', async () => {
  const packed = gzipSync(jsonFile)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'
  const answers = [packed, bomb, packed.subarray(0, packed.length - 9)]
  const { client } = clientOf(await hangingUp(() => Buffer.concat([Buffer.from(head), answers.shift()!])))
  expect(await recordsOf(await client.exports.all('json', {}))).toHaveLength(2)
  await expect(client.exports.all('json', {}).then((download) => bytesOf(download.bytes()))).rejects.toMatchObject({
    code: 'answer-too-large',
    message: expect.stringContaining('more than 400 times its size') as string,
  })
  await expect(client.exports.all('json', {}).then((download) => bytesOf(download.bytes()))).rejects.toMatchObject({
    code: 'connection-cut',
  })
})

test('exports use POST first, and GET after a 404 or 405 from then on, with the same values in the query', async () => {
  const server = await serve((seen, response) => (seen.method === 'GET' ? json(response, []) : json(response, {}, 405)))
  onTestFinished(() => server.close())
  const { client, learned } = clientOf(server.url)
  const range = { dateBegin: 1_700_000_000_000, dateEnd: 1_700_000_100_000 }
  await recordsOf(await client.exports.all('json', range))
  expect(learned.at(-1)).toEqual({ exportMethod: 'GET' })
  await recordsOf(await client.exports.delta('json', {}))
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /v1/export/json',
    'GET /v1/export/json?dateBegin=1700000000&dateEnd=1700000100',
    'GET /v1/export/json/delta',
  ])
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ dateBegin: 1_700_000_000, dateEnd: 1_700_000_100 })
})

test('silence inside an export ends it, a slow reader does not', async () => {
  const deadlines = { idle: 150 }
  const silent = await raw((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[{'))
  })
  const { client, options } = clientOf(silent, { deadlines })
  await expect(client.exports.all('json', {}).then((download) => bytesOf(download.bytes()))).rejects.toMatchObject({
    code: 'timeout',
  })
  expect(options.callLog.entries()).toMatchObject([{ errorCode: 'timeout', status: 200 }])

  const large = Buffer.from('Id,Size\n' + '1,2\n'.repeat(2 * 1024 * 1024))
  const slow = clientOf(await hangingUp(() => answer(large, large.length, 'length')), { deadlines })
  const download = await slow.client.exports.all('csv', {})
  let bytes = 0
  const paused = Date.now() + 400
  for await (const chunk of download.bytes()) {
    bytes += chunk.length
    while (Date.now() < paused) await nextTurn()
  }
  expect(bytes).toBe(large.length)
})

test('a reader that stops, cancels or aborts leaves no socket and frees its place', async () => {
  const server = await serve((_seen, response) => {
    response.writeHead(200)
    const fill = (): void => {
      while (!response.destroyed && response.write('1,2\n'.repeat(10_000)));
    }
    response.on('drain', fill)
    fill()
  })
  onTestFinished(() => server.close())
  const { client, options } = clientOf(server.url, { limits: { streams: 1 } })
  for await (const _chunk of (await client.exports.all('csv', {})).bytes()) break
  ;(await client.exports.all('csv', {})).cancel()
  const stop = new AbortController()
  const download = await client.exports.all('csv', {}, { signal: stop.signal })
  stop.abort()
  await expect(bytesOf(download.bytes())).rejects.toMatchObject({ code: 'aborted' })
  await expect.poll(() => server.sockets()).toBe(0)
  expect(options.callLog.entries().map(({ errorCode }) => errorCode)).toEqual(['aborted', 'aborted', 'aborted'])
  const last = await client.exports.all('csv', {})
  const ended = expect(bytesOf(last.bytes())).rejects.toMatchObject({ code: 'client-closed' })
  await client.close()
  await ended
})

test('1,000 slow readers whose server hangs up lose nothing, and the process survives', async () => {
  const body = Buffer.from('Id,Size\n' + '1,2\n'.repeat(25_000))
  const { client } = clientOf(await hangingUp(() => answer(body, body.length, 'open-ended')), {
    limits: { streams: 8 },
  })
  let rounds = 0
  const worker = async (): Promise<void> => {
    while (rounds < 1000) {
      rounds += 1
      let bytes = 0
      for await (const chunk of (await client.exports.all('csv', {})).bytes()) {
        bytes += chunk.length
        await nextTurn()
      }
      expect(bytes).toBe(body.length)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}, 60_000)
