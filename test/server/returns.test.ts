import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { BrowserHostOptions } from '#server/start-browser-host.ts'
import { hostProofText, pageProofText } from '#shared/domain/app/return-proof.ts'
import { startTestHost, type TestHost } from '#test/support/browser-host.ts'
import { quietPort } from '#test/support/connections/quiet-port.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { HttpClient, type HttpAnswer } from '#test/support/http-client.ts'
import { ManualClock } from '#test/support/manual-clock.ts'

const nonce = 'N'.repeat(43)
const day = 24 * 3_600_000

let folder: DataFolder
let file: string
beforeEach(async () => {
  folder = await createDataFolder()
  file = join(folder.path, 'returning-pages.json')
})
afterEach(() => folder.remove())

async function start(options: Partial<BrowserHostOptions> = {}): Promise<TestHost> {
  const host = await startTestHost({ dataFolder: folder.path, ...options })
  onTestFinished(() => host.close())
  return host
}

type Page = { id: string; secret: string; build: string; privateKey: KeyObject }
type Proof = { challenge: string; proof: string; build: string }

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const post = (client: HttpClient, path: string, body: unknown) =>
  client.signedIn({ method: 'POST', path, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
const outputOf = <Output>({ body }: HttpAnswer) => (JSON.parse(body) as { output: Output }).output

async function addPage({ client }: TestHost): Promise<Page> {
  const { publicKey, privateKey } = keyPair()
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  return { ...outputOf<Omit<Page, 'privateKey'>>(await post(client, '/session/page', { publicKey: spki })), privateKey }
}

const stranger = ({ origin }: TestHost) => new HttpClient(origin)
const ask = (host: TestHost, id: string) => post(stranger(host), '/session/proof', { id, nonce })

/** Signs the challenge as the page does. */
function comeBack(host: TestHost, { id, privateKey }: Pick<Page, 'id' | 'privateKey'>, challenge: string) {
  const text = pageProofText({ host: `127.0.0.1:${host.port}`, id, nonce, challenge })
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return post(stranger(host), '/session/return', { challenge, signature: signature.toString('base64url') })
}

async function callWith(host: TestHost, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, Origin: host.origin, 'Content-Type': 'application/json' }
  return (await stranger(host).send({ method: 'POST', path: '/rpc/app.info', headers, body: 'null' })).status
}

test('after a restart, host and page prove their identities to each other, and the page has a working key', async () => {
  const first = await start({ port: await quietPort() })
  const page = await addPage(first)
  await first.close()
  const second = await start({ port: first.port })
  const { challenge, proof, build } = outputOf<Proof>(await ask(second, page.id))
  expect(build).toMatch(/^[\w-]{43}$/)
  expect(build).toBe(page.build)
  const text = hostProofText({ host: `127.0.0.1:${second.port}`, id: page.id, nonce, challenge, build })
  expect(proof).toBe(createHmac('sha256', Buffer.from(page.secret, 'base64url')).update(text).digest('base64url'))
  const { key } = outputOf<{ key: string }>(await comeBack(second, page, challenge))
  expect(await callWith(second, key)).toBe(200)
  // A challenge can be used only once.
  expect((await comeBack(second, page, challenge)).status).toBe(403)
})

test('without a given port, a host starts at the port of its pages, or at another if it is taken', async () => {
  const first = await start({ port: await quietPort() })
  await addPage(first)
  await first.close()
  const second = await start()
  expect(second.port).toBe(first.port)
  await second.close()
  const other = createServer().listen(first.port, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  expect((await start()).port).not.toBe(first.port)
})

test('someone who can read the file could pose as the host, but not make calls', async () => {
  const host = await start()
  const page = await addPage(host)
  expect((await stat(file)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  const [stored] = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>[]
  expect(stored).toMatchObject({ id: page.id, secret: page.secret, port: host.port })
  for (const key of [stored!['id'], stored!['secret'], stored!['publicKey']]) {
    expect(await callWith(host, key as string)).toBe(401)
  }
  const { challenge } = outputOf<Proof>(await ask(host, page.id))
  expect((await comeBack(host, { id: page.id, privateKey: keyPair().privateKey }, challenge)).status).toBe(403)
})

test('a host at another port cannot prove its identity to the page', async () => {
  const first = await start({ port: await quietPort() })
  const page = await addPage(first)
  await first.close()
  const holder = createServer().listen(first.port, '127.0.0.1')
  await once(holder, 'listening')
  onTestFinished(() => void holder.close())
  expect((await ask(await start(), page.id)).status).toBe(403)
})

test('pages are remembered for thirty days, up to the newest thirty-two', async () => {
  const clock = new ManualClock()
  const host = await start({ clock })
  const pages = [await addPage(host)]
  clock.advance(30 * day - 1)
  expect((await ask(host, pages[0]!.id)).status).toBe(200)
  clock.advance(1)
  expect((await ask(host, pages[0]!.id)).status).toBe(403)
  for (let count = 0; count < 33; count++) pages.push(await addPage(host))
  expect((await ask(host, pages[1]!.id)).status).toBe(403)
  expect((await ask(host, pages[2]!.id)).status).toBe(200)
  expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(32)
})

test('a page gets 120 proofs a minute, regardless of strangers’ requests', async () => {
  const clock = new ManualClock()
  const host = await start({ clock })
  const page = await addPage(host)
  for (let count = 0; count < 121; count++) expect((await ask(host, `guess ${count}`)).status).toBe(403)
  for (let count = 0; count < 120; count++) expect((await ask(host, page.id)).status).toBe(200)
  expect((await ask(host, page.id)).status).toBe(429)
  clock.advance(60_000)
  expect((await ask(host, page.id)).status).toBe(200)
})

test.each([undefined, null, 1, '', 'short', 'N'.repeat(44), `${'N'.repeat(42)}\n`, ['N'.repeat(43)]])(
  'the nonce %j gets no proof',
  async (wrong) => {
    const host = await start()
    const { id } = await addPage(host)
    expect((await post(stranger(host), '/session/proof', { id, nonce: wrong })).status).toBe(403)
  },
)

test.each([undefined, '', 'AAAA', ['x'], 'x'.repeat(3000)])('%j is not a valid key for a page', async (publicKey) => {
  const host = await start()
  expect((await post(host.client, '/session/page', { publicKey })).status).toBe(400)
})

test('only a key for P-256 is valid', async () => {
  const host = await start()
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  expect((await post(host.client, '/session/page', { publicKey: spki })).status).toBe(400)
})

test('an unreadable list is set aside, and the host starts', async () => {
  await writeFile(file, '[{"id":')
  const host = await start()
  const page = await addPage(host)
  expect((await ask(host, page.id)).status).toBe(200)
})
