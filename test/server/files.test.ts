import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileRef } from '#shared/contract/files.ts'
import { answerRefusal, type Refusal } from '#server/requests/refusal.ts'
import { Uploads } from '#server/requests/uploads.ts'
import { startTestHost, type TestHost } from '#test/support/browser-host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { HttpClient, type HttpAnswer } from '#test/support/http-client.ts'
import { ManualClock } from '#test/support/manual-clock.ts'

let folder: DataFolder
let host: TestHost
beforeEach(async () => {
  folder = await createDataFolder()
  host = await startTestHost({ dataFolder: folder.path })
})
afterEach(async () => {
  await host.close()
  await folder.remove()
})

const upload = (name: string, body: string | AsyncIterable<Buffer>): Promise<HttpAnswer> =>
  host.client.signedIn({ method: 'PUT', path: `/files?name=${encodeURIComponent(name)}`, body })
const fileOf = (answer: HttpAnswer) => (JSON.parse(answer.body) as { output: FileRef }).output
const orderOf = async (uploaded: HttpAnswer) => ({ path: await host.client.orderDownload(fileOf(uploaded).token) })

test('an uploaded file keeps its name when it is downloaded', async () => {
  const name = 'Rapport d’été «50%».csv'
  const file = fileOf(await upload(name, 'a;b\n1;2\n'))
  expect(file).toEqual({ token: expect.stringMatching(/^[\w-]{24}$/), name, size: 8 })
  const answer = await host.client.download(file.token)
  expect(answer).toMatchObject({ status: 200, body: 'a;b\n1;2\n' })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '8',
    'content-disposition':
      `attachment; filename="Rapport dete 50_.csv"; ` +
      `filename*=UTF-8''Rapport%20d%E2%80%99%C3%A9t%C3%A9%20%C2%AB50%25%C2%BB.csv`,
    'cache-control': 'no-store',
  })
})

test('a name is only displayed, and affects neither the path nor another header', async () => {
  for (const name of ['../../settings.json', '..\\..\\settings.json', 'C:\\settings.json', '/etc/settings.json']) {
    expect(fileOf(await upload(name, 'x')).name).toBe('settings.json')
  }
  const tricky = fileOf(await upload('a"\r\nSet-Cookie: x=1\r\n.txt', 'x'))
  const answer = await host.client.download(tricky.token)
  expect(answer.headers['set-cookie']).toBeUndefined()
  for (const name of ['', '   ', '\n', 'x'.repeat(256)]) expect((await upload(name, 'x')).status).toBe(400)
  expect(await readdir(folder.path)).not.toContain('settings.json')
  for (const stored of await readdir(join(folder.path, 'uploads'))) expect(stored).toMatch(/^[0-9a-f]{24}$/)
})

test('a large upload of unknown length arrives completely', async () => {
  const chunk = Buffer.alloc(256 * 1024, 'x')
  async function* body() {
    for (let sent = 0; sent < 200; sent++) yield chunk
  }
  expect(fileOf(await upload('large.bin', body())).size).toBe(200 * chunk.length)
})

test('an empty file is accepted', async () => {
  const { token, size } = fileOf(await upload('empty.txt', ''))
  expect(size).toBe(0)
  expect(await host.client.download(token)).toMatchObject({ status: 200, body: '' })
})

test('a removed file is reported as gone', async () => {
  const path = join(folder.path, 'export.csv')
  await writeFile(path, 'x')
  const { token } = await host.app.files.register(path)
  await rm(path)
  await expect(host.client.download(token)).rejects.toMatchObject({ code: 'file-gone' })
  host.app.files.release(token)
  await expect(host.client.download(token)).rejects.toMatchObject({ code: 'file-gone' })
})

test('a download needs no key and works once, and a HEAD request does not count', async () => {
  const order = await orderOf(await upload('a.txt', 'abc'))
  const stranger = new HttpClient(host.origin)
  for (let look = 0; look < 2; look++) {
    const head = await stranger.send({ method: 'HEAD', path: order.path })
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '3', ''])
  }
  expect(await stranger.send(order)).toMatchObject({ status: 200, body: 'abc' })
  const again = await stranger.send(order)
  expect([again.status, again.body]).toEqual([404, expect.stringContaining('Save the file again')])
})

test('a download that was cut off may be retried', async () => {
  const size = 32 * 1024 * 1024
  const order = await orderOf(await upload('large.bin', 'x'.repeat(size)))
  const url = `${host.origin}${order.path}`
  const breaking = get(url, { agent: false })
  const [answer] = (await once(breaking, 'response')) as [IncomingMessage]
  answer.on('error', () => undefined)
  await once(answer, 'data')
  // Only one transfer may run at a time.
  expect((await new HttpClient(host.origin).send(order)).status).toBe(404)
  breaking.destroy()
  await eventually(async () => {
    expect((await new HttpClient(host.origin).send({ ...order, method: 'HEAD' })).status).toBe(200)
  })
  expect((await new HttpClient(host.origin).send(order)).body).toHaveLength(size)
})

test('a download is prepared by a signed-in page, and can be started within a minute', async () => {
  const clock = new ManualClock()
  await host.close()
  host = await startTestHost({ dataFolder: folder.path, clock })
  const uploaded = await upload('a.txt', 'abc')
  const headers = { 'Content-Type': 'application/json', Origin: host.origin }
  const body = JSON.stringify({ token: fileOf(uploaded).token })
  const refused = await new HttpClient(host.origin).send({ method: 'POST', path: '/downloads', headers, body })
  expect(refused.status).toBe(401)
  const order = await orderOf(uploaded)
  clock.advance(60_000)
  expect((await host.client.send(order)).status).toBe(404)
})

test('an upload that the page releases is removed', async () => {
  const { token } = fileOf(await upload('a.txt', 'x'))
  await host.client.invoke('files.release', { token })
  await eventually(async () => expect(await readdir(join(folder.path, 'uploads'))).toEqual([]))
})

test('uploads make room for each other, and none may exceed the limit', async () => {
  const uploads = new Uploads(host.app, folder.path, 10)
  const server = createServer((request, response) => {
    uploads
      .receive(request, response, 'a.txt')
      .catch((thrown: unknown) => answerRefusal(request, response, thrown as Refusal))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const send = (body: string | Readable) => client.send({ method: 'PUT', path: '/', body })
  const first = fileOf(await send('123456'))
  const held = host.app.files.hold(fileOf(await send('1234')).token)
  expect((await send('12345678901')).status).toBe(413)
  // A transfer without a length is refused, too.
  expect((await send(Readable.from([Buffer.from('12345678901')]))).status).toBe(413)
  fileOf(await send('123456'))
  // The oldest file was removed to make room, and a file that is being read is kept.
  expect(() => host.app.files.find(first.token)).toThrow('no longer has that file')
  expect((await send('1234567')).status).toBe(413)
  held[Symbol.dispose]()
  expect((await send('1234567')).status).toBe(200)
  server.close()
})

test('uploads end with the host', async () => {
  await upload('a.txt', 'x')
  await host.close()
  expect(await readdir(folder.path)).not.toContain('uploads')
  host = await startTestHost({ dataFolder: folder.path })
})
