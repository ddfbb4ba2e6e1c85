import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { writeTable } from '#formats/index.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import type { ExportRecord } from '#shared/domain/service/records.ts'
import type { ExportDownload, ServiceClientOptions } from '../index.ts'
import { json, makeClient, serve } from '#test/support/api-client.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

const rows = [
  ['m1', 'k', 1_700_000_000, 1_700_000_001, 'f@x.org', 'a@x.org', 'Grüße, "you"', 1, 'a,b', 'delivered', 1, 0],
  ['m2', 'k', 1_700_000_000, 1_700_000_001, 'f@x.org', 'b@x.org', '', 2, '', 'error', 0, 0],
]
const records = rows.map(
  ([id, apiKey, createdDate, lastStateDate, from, email, subject, size, tags, lastState, opens, click]) => ({
    id,
    apiKey,
    createdDate,
    lastStateDate,
    from,
    email,
    subject,
    size,
    tags,
    lastState,
    open: opens,
    click,
  }),
)
const jsonFile = Buffer.from(JSON.stringify(records))

async function file(fileType: FileType): Promise<Buffer> {
  if (fileType === 'json') return jsonFile
  const heading = [
    'Id',
    'ApiKey',
    'CreatedDate',
    'LastStateDate',
    'From',
    'Email',
    'Subject',
    'Size',
    'Tags',
    'LastState',
    'Open',
    'Click',
  ]
  const chunks: Uint8Array[] = []
  for await (const chunk of writeTable(fileType, heading, [rows], { for: 'machines' })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Framing = 'length' | 'chunked' | 'open-ended'
const framings: Framing[] = ['length', 'chunked', 'open-ended']

/** The head of an answer, and its body as far as it gets before the connection ends. */
function answer(whole: Buffer, sent: number, framing: Framing): Buffer {
  const part = whole.subarray(0, sent)
  if (framing === 'open-ended') return Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), part])
  if (framing === 'length') {
    return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${whole.length}\r\n\r\n`), part])
  }
  const pieces: Buffer[] = [Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')]
  if (part.length > 0) pieces.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  if (sent === whole.length) pieces.push(Buffer.from('0\r\n\r\n'))
  return Buffer.concat(pieces)
}

/** Answers every call with what `next` says, and hangs up. */
async function hangingUp(next: () => Buffer): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(next()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

function clientOf(url: string, changes: Partial<ServiceClientOptions> = {}) {
  const made = makeClient(url, { limits: { retriesPerMinute: 0 }, ...changes })
  open.push(made.client)
  return made
}

async function bytesOf(download: ExportDownload): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of download.bytes()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function recordsOf(download: ExportDownload): Promise<ExportRecord[]> {
  const all: ExportRecord[] = []
  for await (const batch of download.records()) all.push(...batch.records)
  return all
}

describe.each(framings)('an answer with the framing "%s"', (framing) => {
  test.each(['json', 'csv', 'xls', 'xlsx'] as const)(
    'cut anywhere, %s is never taken for complete',
    async (fileType) => {
      const whole = await file(fileType)
      let sent = 0
      const { client } = clientOf(await hangingUp(() => answer(whole, sent, framing)))
      // Every position of the small files, and a walk through the larger ones that keeps to their ends.
      const isNearEnd = (at: number): boolean => at < 100 || at > whole.length - 100
      for (sent = 0; sent < whole.length; sent += isNearEnd(sent) ? 1 : 97) {
        let download: ExportDownload | null = null
        const outcome = await (async () => {
          download = await client.exports.all(fileType, {})
          await bytesOf(download)
          return download.completeness()
        })().catch((thrown: { code: string }) => thrown.code)
        expect(['connection-cut', 'incomplete-export', 'cannot-tell'], `cut at ${sent}`).toContain(outcome)
        if (outcome === 'cannot-tell') expect([fileType, framing]).toEqual(['csv', 'open-ended'])
      }
      const download = await client.exports.all(fileType, {})
      expect((await bytesOf(download)).equals(whole)).toBe(true)
      expect(download.completeness()).toBe(fileType === 'csv' && framing === 'open-ended' ? 'cannot-tell' : 'whole')
    },
  )

  test('cut anywhere, records are never taken for all', async () => {
    let sent = 0
    const { client } = clientOf(await hangingUp(() => answer(jsonFile, sent, framing)))
    for (sent = 0; sent < jsonFile.length; sent += 1) {
      const outcome = await (async () => recordsOf(await client.exports.all('json', {})))().catch(
        (thrown: { code: string }) => thrown.code,
      )
      expect(['connection-cut', 'incomplete-export'], `cut at ${sent}`).toContain(outcome)
    }
    const download = await client.exports.all('json', {})
    expect(await recordsOf(download)).toMatchObject([
      { id: 'm1', createdDate: 1_700_000_000_000, subject: 'Grüße, "you"', tags: ['a', 'b'], extra: null },
      { id: 'm2', tags: [], open: 0 },
    ])
    expect(download.progress()).toEqual({ bytes: download.progress().bytes, records: 2, problems: 0 })
    expect(download.completeness()).toBe('whole')
  })
})

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

test.each(['json', 'csv'] as const)('a web page is not somebody’s %s', async (fileType) => {
  const { client } = clientOf(await hangingUp(() => answer(Buffer.from('<!doctype html>...\n'), 19, 'length')))
  await expect(client.exports.all(fileType, {}).then(bytesOf)).rejects.toMatchObject({ code: 'not-json' })
})

test('compressed exports are unpacked, a bomb is refused, and what is cut in the gzip is cut', async () => {
  const packed = gzipSync(jsonFile)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'
  const answers = [packed, bomb, packed.subarray(0, packed.length - 9)]
  const { client } = clientOf(await hangingUp(() => Buffer.concat([Buffer.from(head), answers.shift()!])))
  expect(await recordsOf(await client.exports.all('json', {}))).toHaveLength(2)
  await expect(client.exports.all('json', {}).then(bytesOf)).rejects.toMatchObject({ code: 'answer-too-large' })
  await expect(client.exports.all('json', {}).then(bytesOf)).rejects.toMatchObject({ code: 'connection-cut' })
})

test('POST first, GET after a 404 or 405, remembered; the same values go into the query', async () => {
  const server = await serve((seen, response) => (seen.method === 'GET' ? json(response, []) : json(response, {}, 405)))
  open.push(server)
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
  const silent = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[{'))
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  open.push({
    close: async () => {
      silent.close()
      await once(silent, 'close')
    },
  })
  const port = (silent.address() as AddressInfo).port
  const { client, options } = clientOf(`http://127.0.0.1:${port}/v1`, { deadlines })
  await expect(client.exports.all('json', {}).then(bytesOf)).rejects.toMatchObject({ code: 'timeout' })
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
  open.push(server)
  const { client, options } = clientOf(server.url, { limits: { streams: 1 } })
  for await (const _chunk of (await client.exports.all('csv', {})).bytes()) break
  ;(await client.exports.all('csv', {})).cancel()
  const stop = new AbortController()
  const download = await client.exports.all('csv', {}, { signal: stop.signal })
  stop.abort()
  await expect(bytesOf(download)).rejects.toMatchObject({ code: 'aborted' })
  await expect.poll(() => server.sockets()).toBe(0)
  expect(options.callLog.entries().map(({ errorCode }) => errorCode)).toEqual(['aborted', 'aborted', 'aborted'])
  const last = await client.exports.all('csv', {})
  const ended = expect(bytesOf(last)).rejects.toMatchObject({ code: 'client-closed' })
  await client.close()
  await ended
})

test('a delta that breaks off is an unknown outcome, with the rows that came', async () => {
  const { client } = clientOf(await hangingUp(() => answer(jsonFile, jsonFile.length - 5, 'length')))
  const download = await client.exports.delta('json', {})
  const read = recordsOf(download)
  await expect(read).rejects.toMatchObject({
    code: 'outcome-unknown',
    details: { check: { kind: 'delta', fileType: 'json' } },
  })
  expect(download.progress().records).toBe(1)
  expect(download.completeness()).toBe('cut')
})

test('1,000 slow readers whose peer hangs up: nobody is killed, nothing is lost', async () => {
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

const brokeOff = 'The export is incomplete: the connection broke before its end.'
const notWellFormed = 'The service sent an export that is not well-formed.'

test.each([
  ['records', 'open-ended', '[{"id":"1"}]]', `${notWellFormed} There is something after the closing bracket.`],
  ['records', 'open-ended', 'oops', `${notWellFormed} The file is not JSON.`],
  ['records', 'open-ended', '[{"id":"1"}', `${brokeOff} The closing bracket is missing.`],
  ['records', 'length', '[{"id":"1"}', `${notWellFormed} The closing bracket is missing.`],
  ['bytes', 'open-ended', '[{"id":"1"}]]', `${notWellFormed} The brackets do not match.`],
  ['bytes', 'open-ended', 'oops', `${notWellFormed} The file is not JSON.`],
  ['bytes', 'open-ended', '[{"id":"1"}', `${brokeOff} The closing bracket is missing.`],
  ['bytes', 'length', '[{"id":"1"}] x', `${notWellFormed} It does not end with its closing bracket.`],
] as const)('%s of an export (%s) "%s"', async (form, framing, body, message) => {
  const { client } = clientOf(await hangingUp(() => answer(Buffer.from(body), body.length, framing)))
  const download = await client.exports.all('json', {})
  const read = form === 'records' ? recordsOf(download) : bytesOf(download)
  await expect(read).rejects.toMatchObject({ code: 'incomplete-export', message })
})
