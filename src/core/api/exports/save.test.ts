import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { EffectJournal, ServiceClient } from '../index.ts'
import { authority, privateKey, validCertificate } from '#test/support/certificates.ts'
import { serve } from '#test/support/api-client.ts'
import { clientOf, hangingUp } from '#test/support/failing-service.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-save-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function save(client: ServiceClient, path: string, operation: 'all' | 'delta' = 'all'): Promise<string> {
  const download = await client.exports[operation]('csv', {})
  await download.save(path)
  return download.completeness()
}

/** No two places have the same content, so that memory reused too early is detected. */
function table(megabytes: number): Buffer {
  const rows = ['Id,Subject\r\n']
  for (let row = 0; row < megabytes * 16; row += 1) rows.push(`${row},${randomBytes(32_761).toString('hex')}\r\n`)
  return Buffer.from(rows.join(''))
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const body = Buffer.from('Id,Size\r\n1,2\r\n')
const head = (framing: string): Buffer => Buffer.from(`HTTP/1.1 200 OK\r\n${framing}\r\n`)

test.each([
  ['a length', head(`content-length: ${body.length}\r\n`), (sent: number) => [body.subarray(0, sent)]],
  [
    'chunks',
    head('transfer-encoding: chunked\r\n'),
    (sent: number) => [
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body.subarray(0, sent),
      Buffer.from(sent === body.length ? '\r\n0\r\n\r\n' : ''),
    ],
  ],
])('with %s, an export that is cut anywhere is not saved, and an earlier file stays', async (_name, start, parts) => {
  const folder = await newFolder()
  const path = join(folder, 'export.csv')
  await writeFile(path, 'before')
  let sent = 0
  const { client } = clientOf(await hangingUp(() => [start, ...parts(sent)]))
  for (sent = 0; sent < body.length; sent += 1) {
    await expect(save(client, path), `cut at ${sent}`).rejects.toMatchObject({ code: 'connection-cut' })
    expect(await readFile(path, 'utf8')).toBe('before')
    expect(await readdir(folder)).toEqual(['export.csv'])
  }
  expect(await save(client, path)).toBe('whole')
  expect((await readFile(path)).equals(body)).toBe(true)
  expect(await readdir(folder)).toEqual(['export.csv'])
})

test('an answer without a length is saved when it ends like a whole file, and the doubt is reported', async () => {
  const path = join(await newFolder(), 'export.csv')
  let sent = body.length - 3
  const { client } = clientOf(await hangingUp(() => [head(''), body.subarray(0, sent)]))
  await expect(save(client, path)).rejects.toMatchObject({ code: 'incomplete-export' })
  sent = body.length
  expect(await save(client, path)).toBe('cannot-tell')
})

test('several exports at once, with calls between them, each keep their own bytes', async () => {
  const folder = await newFolder()
  const tables = [table(24), table(24), table(24)]
  const server = await serve((seen, response) => {
    const whole = tables[Number(/dateBegin=(\d)/.exec(seen.url)?.[1] ?? -1)]
    if (whole === undefined) return void response.end(JSON.stringify({ id: 'x'.repeat(20_000) }))
    // One response with a length, one chunked, one compressed.
    if (whole === tables[0]) return void response.writeHead(200, { 'content-length': whole.length }).end(whole)
    if (whole === tables[1]) return void Readable.from(pieces(whole)).pipe(response.writeHead(200))
    response.writeHead(200, { 'content-encoding': 'gzip' })
    void pipeline(Readable.from(pieces(whole)), createGzip({ level: 1 }), response)
  })
  onTestFinished(() => server.close())
  const { client } = clientOf(server.url, { learned: { get: () => ({ exportMethod: 'GET' }), set: () => undefined } })
  let running = true
  const calls = (async () => {
    while (running) expect((await client.users.get('7')).id).toBe('x'.repeat(20_000))
  })()
  await Promise.all(
    tables.map(async (whole, index) => {
      const path = join(folder, `${index}.csv`)
      const download = await client.exports.all('csv', { dateBegin: index * 1000 })
      await download.save(path)
      expect(download.completeness()).toBe('whole')
      expect(digest(await readFile(path))).toBe(digest(whole))
    }),
  )
  running = false
  await calls
  expect(await readdir(folder)).toHaveLength(3)
})

function* pieces(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += 100_000) yield whole.subarray(at, at + 100_000)
}

test('two exports are saved over one TLS connection', async () => {
  const folder = await newFolder()
  const whole = table(12)
  let connections = 0
  const server = https.createServer({ key: privateKey, cert: validCertificate }, (_request, response) => {
    response.writeHead(200, { 'content-length': whole.length }).end(whole)
  })
  server.on('secureConnection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const { client } = clientOf(url, { network: { extraCa: [authority] } })
  for (const name of ['first.csv', 'second.csv']) {
    expect(await save(client, join(folder, name))).toBe('whole')
    expect(digest(await readFile(join(folder, name)))).toBe(digest(whole))
  }
  expect(connections).toBe(1)
})

test.each([
  ['whose folder does not exist', 'missing/export.csv', 'The folder “missing” is no longer there'],
  ['that is a folder', 'folder', 'There is already a folder with this name'],
])('a file %s is an error of the disk, and the place of the stream is free again', async (_name, name, said) => {
  const folder = await newFolder()
  await mkdir(join(folder, 'folder'))
  const { client } = clientOf(await hangingUp(() => [head(`content-length: ${body.length}\r\n`), body]), {
    limits: { streams: 1 },
  })
  for (let turn = 0; turn < 2; turn += 1) {
    await expect(save(client, join(folder, name))).rejects.toMatchObject({
      code: 'disk',
      message: expect.stringContaining(said) as string,
    })
  }
  expect(await readdir(folder)).toEqual(['folder'])
})

test('an export that is cancelled, aborted or closed leaves no file and no socket', async () => {
  const folder = await newFolder()
  const server = await serve((_seen, response) => {
    const fill = (): void => {
      while (!response.destroyed && response.write('1,2\n'.repeat(10_000)));
    }
    response.on('drain', fill)
    fill()
  })
  onTestFinished(() => server.close())
  const { client } = clientOf(server.url)
  const stop = new AbortController()
  const download = await client.exports.all('csv', {}, { signal: stop.signal })
  const saved = download.save(join(folder, 'aborted.csv'))
  const other = await client.exports.all('csv', {})
  const otherSaved = other.save(join(folder, 'cancelled.csv'))
  await expect.poll(() => Math.min(download.progress().bytes, other.progress().bytes)).toBeGreaterThan(10_000_000)
  const ends = [saved, otherSaved].map((promise) => expect(promise).rejects.toMatchObject({ code: 'aborted' }))
  stop.abort()
  other.cancel()
  await Promise.all(ends)
  await expect.poll(() => server.sockets()).toBe(0)
  const last = save(client, join(folder, 'closed.csv'))
  await expect.poll(() => server.sockets()).toBe(1)
  const ended = expect(last).rejects.toMatchObject({ code: 'client-closed' })
  await client.close()
  await ended
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['compressed', 0],
  ['small', 1],
  ['large', 5],
])('a delta that breaks off keeps every row it brought, and says where: %s', async (name, megabytes) => {
  const folder = await newFolder()
  const whole = name === 'small' ? body : table(Math.max(1, megabytes))
  const packed = name === 'compressed' ? gzipSync(whole) : whole
  const start = `content-length: ${packed.length}\r\n${name === 'compressed' ? 'content-encoding: gzip\r\n' : ''}`
  const sent = packed.subarray(0, packed.length - 3)
  const { client, options } = clientOf(await hangingUp(() => [head(start), sent]))
  const error = (await save(client, join(folder, 'delta.csv'), 'delta').catch((thrown: unknown) => thrown)) as {
    details: { part: string }
  }
  expect(error).toMatchObject({ code: 'outcome-unknown', details: { causeCode: 'connection-cut' } })
  expect(options.callLog.entries()).toMatchObject([{ errorCode: 'connection-cut', status: 200 }])
  expect(await readdir(folder)).toEqual([error.details.part.slice(folder.length + 1)])
  const kept = await readFile(error.details.part)
  expect(kept.equals(whole.subarray(0, kept.length))).toBe(true)
  expect(kept.length).toBeGreaterThanOrEqual(name === 'compressed' ? whole.length - 100_000 : whole.length - 3)
})

test('a delta that arrived whole, but can’t get its name, is kept', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'folder'))
  const { client } = clientOf(await hangingUp(() => [head(`content-length: ${body.length}\r\n`), body]))
  const error = (await save(client, join(folder, 'folder'), 'delta').catch((thrown: unknown) => thrown)) as {
    details: { part: string }
  }
  expect(await readFile(error.details.part)).toEqual(body)
})

test('the journal notes the outcome of a delta', async () => {
  const folder = await newFolder()
  const said: string[] = []
  const { signal } = new AbortController()
  const journal: EffectJournal = {
    begin: async () => ({ id: '1', signal, settle: () => said.push('known'), lose: ({ code }) => said.push(code) }),
  }
  let sent = body.length
  const url = await hangingUp(() => [head(`content-length: ${body.length}\r\n`), body.subarray(0, sent)])
  const { client } = clientOf(url, { journal })
  await save(client, join(folder, 'whole.csv'), 'delta')
  sent -= 1
  await expect(save(client, join(folder, 'cut.csv'), 'delta')).rejects.toMatchObject({ details: { outcomeId: '1' } })
  expect(said).toEqual(['known', 'outcome-unknown'])
})

test('a web page is not saved as an export', async () => {
  const folder = await newFolder()
  const { client } = clientOf(
    await hangingUp(() => [head('content-length: 19\r\n'), Buffer.from('<!doctype html>...\n')]),
  )
  await expect(save(client, join(folder, 'a.csv'))).rejects.toMatchObject({ code: 'not-json' })
  await expect(save(client, join(folder, 'b.csv'), 'delta')).rejects.toMatchObject({ code: 'outcome-unknown' })
  expect(await readdir(folder)).toEqual([])
})
