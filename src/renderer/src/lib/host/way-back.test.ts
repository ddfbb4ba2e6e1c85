import { expect, test } from 'vitest'
import { hostProofText, pageProofText } from '#shared/domain/app/return-proof.ts'
import { WayBack } from './way-back.ts'

const address = '127.0.0.1:41000'
const secret = Buffer.alloc(32, 7)
const challenge = 'C'.repeat(32)
const build = 'B'.repeat(43)

type Sent = { path: string; body: Record<string, string> }

/** A page that has reached an agreement with its host, which then returns the given responses. */
async function agreed(respond: (sent: Sent) => Response | Error | Promise<Response>) {
  const sent: Sent[] = []
  const wayBack = new WayBack(address, async (path, body) => {
    const call = { path, body: body as Record<string, string> }
    sent.push(call)
    const response = await respond(call)
    if (response instanceof Error) throw response
    return response
  })
  let publicKey = ''
  await wayBack.agree(async (_path, body) => {
    publicKey = (body as { publicKey: string }).publicKey
    return { id: 'page', secret: secret.toString('base64url'), build }
  })
  return { wayBack, sent, publicKey: Buffer.from(publicKey, 'base64url') }
}

const json = (output: unknown) => new Response(JSON.stringify({ ok: true, output }))
/** The response to a nonce from the host at this address. */
async function proofFor({ nonce = '' }: Record<string, string>, host = address, proven = build): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const text = Buffer.from(hostProofText({ host, id: 'page', nonce, challenge, build: proven }))
  return Buffer.from(await crypto.subtle.sign('HMAC', key, text)).toString('base64url')
}

test('after the proof of its host the page signs the challenge, and has a new key', async () => {
  const { wayBack, sent, publicKey } = await agreed(async ({ path, body }) =>
    json(path === '/session/proof' ? { challenge, proof: await proofFor(body), build } : { key: 'new' }),
  )
  expect(await wayBack.take()).toBe('new')
  expect(wayBack.isOfOtherBuild).toBe(false)
  const [asked, signed] = sent.map(({ body }) => body)
  expect(asked).toEqual({ id: 'page', nonce: expect.stringMatching(/^[\w-]{43}$/) as string })
  const text = pageProofText({ host: address, id: 'page', nonce: asked!['nonce']!, challenge })
  const { subtle } = crypto
  const key = await subtle.importKey('spki', publicKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  const bytes = Buffer.from(signed!['signature']!, 'base64url')
  expect(await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes, Buffer.from(text))).toBe(true)
})

test.each<[string, (body: Record<string, string>) => Response | Promise<Response>]>([
  ['a page of its own', () => new Response('<!doctype html>')],
  ['nothing', () => new Response('')],
  ['null', () => new Response('null')],
  ['a refusal', () => new Response('{"ok":false}', { status: 403 })],
  ['a guess', () => json({ challenge, proof: 'A'.repeat(43), build })],
  ['no text', () => json({ challenge: [challenge], proof: 1, build: 1 })],
  ['letters that are not base64url', () => json({ challenge, proof: '*'.repeat(43), build })],
  [
    'a challenge of two lines',
    async (body) => json({ challenge: `${challenge}\n`, proof: await proofFor(body), build }),
  ],
  [
    'the proof for another nonce',
    async () => json({ challenge, proof: await proofFor({ nonce: 'A'.repeat(43) }), build }),
  ],
  ['another build than was proved', async (body) => json({ challenge, proof: await proofFor(body), build: '' })],
  [
    'a proof passed on from another port',
    async (body) => json({ challenge, proof: await proofFor(body, '127.0.0.1:41001'), build }),
  ],
])('where %s comes back, nothing but the nonce was sent', async (_what, respond) => {
  const { wayBack, sent } = await agreed(({ body }) => respond(body))
  await expect(wayBack.take()).rejects.toMatchObject({ code: 'foreign-host' })
  expect(sent.map(({ path }) => path)).toEqual(['/session/proof'])
})

test('a host of another build is noticed, and one of this build after it', async () => {
  const builds = ['O'.repeat(43), build]
  const { wayBack } = await agreed(async ({ path, body }) => {
    if (path !== '/session/proof') return json({ key: 'new' })
    const other = builds.shift()!
    return json({ challenge, proof: await proofFor(body, address, other), build: other })
  })
  await wayBack.take()
  expect(wayBack.isOfOtherBuild).toBe(true)
  await wayBack.take()
  expect(wayBack.isOfOtherBuild).toBe(false)
})

test('each try has a nonce of its own, so an old proof is worth nothing', async () => {
  let old: string | null = null
  const { wayBack, sent } = await agreed(async ({ path, body }) => {
    if (path !== '/session/proof') return json({ key: 'new' })
    old ??= await proofFor(body)
    return json({ challenge, proof: old, build })
  })
  await wayBack.take()
  await expect(wayBack.take()).rejects.toMatchObject({ code: 'foreign-host' })
  expect(new Set(sent.flatMap(({ body }) => body['nonce'] ?? [])).size).toBe(2)
})

test.each<[string, () => Response | Error]>([
  ['nothing responds', () => new TypeError('Failed to fetch')],
  ['the host asks for a pause', () => new Response('{}', { status: 429 })],
])('where %s, the page may try again', async (_what, respond) => {
  const { wayBack } = await agreed(respond)
  await expect(wayBack.take()).rejects.toThrow(TypeError)
})

test('a page that agreed on nothing asks nobody', async () => {
  const wayBack = new WayBack(address, () => Promise.reject(new Error('asked')))
  await expect(wayBack.take()).rejects.toMatchObject({ code: 'not-signed-in' })
})
