import { X509Certificate } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaults } from '#sandbox/base/options.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { withShortHeads } from '#test/support/connections/short-heads.ts'
import { mailProgram, openConnection } from '../support/mail-program.ts'
import { openSandbox } from '../support/open-sandbox.ts'
import { aSend, ServiceClient } from '../support/service-client.ts'

type Call = { ca?: string; method?: string; path?: string; headers?: Record<string, string>; body?: string }

/** A call over HTTPS to the port that also accepts HTTP. */
async function call({ url, credentials }: Sandbox, { ca, method = 'GET', path = '/livez', headers, body }: Call) {
  const { hostname, port } = new URL(url)
  const names = { 'X-Service-ApiUser': credentials.user, 'X-Service-ApiKey': credentials.key }
  const request = httpsRequest({
    hostname,
    port,
    ca,
    method,
    path,
    headers: { ...names, ...headers },
    agent: false,
    servername: 'localhost',
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: String(await buffer(response)) }
}

async function openTls({ url }: Sandbox, ca: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(url)
  const socket = connectTls({ host: hostname, port: Number(port), ca })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

const mail = { from: 'shop@x.org', to: 'b@x.org', subject: 'Hello', text: 'Hi' }
const content = Buffer.from('the bytes of an image')

/** The tracking pixel’s address differs between recipients. */
function withoutPixel({ html, subject }: { html: string; subject: string }): string[] {
  return [html.replace(/\/t\/o\/[\w-]+/, '/t/o/ID'), subject]
}

describe('HTTPS on the port of the service', () => {
  test('a program that trusts the authority gets a response, and others do not', async () => {
    const { sandbox, errors } = await openSandbox()
    const ca = sandbox.control.certificate()
    expect(await call(sandbox, { ca })).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    await expect(call(sandbox, {})).rejects.toThrow(/unable to verify|self-signed/)
    expect(await call(sandbox, { ca, path: '/v1/settings/apikeys' })).toMatchObject({ status: 200 })
    expect(sandbox.control.requests()).toMatchObject([{ path: '/v1/settings/apikeys', status: 200 }])
    expect(errors).toEqual([])
  })

  test('a send with an image becomes the same mail as by HTTP', async () => {
    const { sandbox, client } = await openSandbox()
    const image = { filename: 'lögo.png', contentType: 'image/png', content: content.toString('base64') }
    const html = '<p>Grüße <img src="cid:lögo.png"></p>'
    const send = aSend('b@x.org', { subject: 'Grüße', html, images: [image] })
    const body = JSON.stringify(send)
    const headers = { 'Content-Type': 'application/json', Expect: '100-continue' }
    const path = '/v1/messages/send'
    const answer = await call(sandbox, { ca: sandbox.control.certificate(), method: 'POST', path, headers, body })
    expect(answer).toMatchObject({ status: 200 })
    expect((await client.post('/messages/send', send)).text).toBe(answer.text)
    const [plain, secure] = await Promise.all(
      sandbox.control.outbox(2).map(async ({ id }) => ({
        message: (await sandbox.control.message(id))!,
        image: await sandbox.control.attachment(id, 0),
      })),
    )
    expect(secure!.message.attachments).toMatchObject([{ filename: 'lögo.png' }])
    expect(secure!.message.attachments).toEqual(plain!.message.attachments)
    expect(withoutPixel(secure!.message)).toEqual(withoutPixel(plain!.message))
    expect(Buffer.from(secure!.image!.bytes)).toEqual(content)
    const [logged, loggedPlain] = [...sandbox.control.requests()].reverse()
    expect(logged).toMatchObject({ method: 'POST', path, status: 200, requestBody: loggedPlain!.requestBody })
  })

  test('paths with letters beyond ASCII, many requests and bad requests are handled as over HTTP', async () => {
    const { sandbox } = await openSandbox()
    const ca = sandbox.control.certificate()
    const { user, key } = sandbox.credentials
    const head = `Host: 127.0.0.1\r\nX-Service-ApiUser: ${user}\r\nX-Service-ApiKey: ${key}\r\n`
    const answerTo = async (text: string): Promise<string> => {
      const socket = await openTls(sandbox, ca)
      socket.write(text)
      return String(await buffer(socket))
    }
    const get = 'GET /v1/statistics/recipient/'
    expect(await answerTo(`${get}böb@x.org HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    const two = `${get}a@x.org HTTP/1.1\r\n${head}\r\n${get}a@x.org HTTP/1.1\r\n${head}Connection: close\r\n\r\n`
    expect((await answerTo(two)).match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
    expect(await answerTo('GET /v1/users/a b HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('the host and the origin are checked, and the controls need their token', async () => {
    const { sandbox } = await openSandbox({ hosts: ['sandbox.internal'] })
    const ca = sandbox.control.certificate()
    const { host, port } = new URL(sandbox.url)
    const state = (headers: Record<string, string>) => call(sandbox, { ca, path: '/admin/state', headers })
    const token = { 'x-sandbox-token': sandbox.adminToken }
    expect(await state({ ...token, host: 'other.example' })).toMatchObject({ status: 421 })
    expect(await state({ ...token, origin: 'https://other.example' })).toMatchObject({ status: 403 })
    expect(await state({ ...token, origin: `https://${host}` })).toMatchObject({ status: 200 })
    expect(await state({ ...token, host: `sandbox.internal:${port}` })).toMatchObject({ status: 200 })
    expect(await state({})).toMatchObject({ status: 401 })
  })

  test('half-closed and silent clients, and one in the middle of a call, don’t keep it open', async () => {
    const { sandbox } = await openSandbox()
    const { host } = new URL(sandbox.url)
    const silent = openConnection(host)
    await once(silent, 'connect')
    const secure = await openTls(sandbox, sandbox.control.certificate())
    secure.on('error', () => undefined).write('POST /v1/messages/send HTTP/1.1\r\n')
    const half = openConnection(host).end()
    await once(half.resume(), 'close')
    const closed = [once(silent.resume(), 'close'), once(secure.resume(), 'close')]
    await sandbox.close()
    await Promise.all(closed)
  })
})

describe('time limits', () => {
  test('a connection that sends nothing within TLS ends, and one that was used stays open', async () => {
    const { sandbox } = await openSandbox({ limits: { checkMilliseconds: 50 } })
    const ca = sandbox.control.certificate()
    const used = await openTls(sandbox, ca)
    const ask = async (): Promise<string> => {
      used.write(`GET /livez HTTP/1.1\r\nHost: ${new URL(sandbox.url).host}\r\n\r\n`)
      return String((await once(used, 'data'))[0])
    }
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
    const silent = (await openTls(sandbox, ca)).resume()
    await withShortHeads(defaults.limits.headMilliseconds, ask, () => once(silent, 'close'))
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('bad TLS', () => {
  const hello = Buffer.from('160301020001000001fc0303', 'hex')

  /** Removes the limit of heads, which a good call may exceed on a busy machine, and leaves that of handshakes. */
  function limitOnlyHandshakes(): void {
    const opened = (event: unknown): void => {
      const { socket } = event as { socket: { server: Server } }
      socket.server.headersTimeout = 0
    }
    subscribe('net.server.socket', opened)
    onTestFinished(() => void unsubscribe('net.server.socket', opened))
  }

  test.each([
    ['garbage after the first byte', Buffer.concat([Buffer.of(0x16), Buffer.alloc(400, 0x41)])],
    ['a first byte and nothing else', Buffer.of(0x16)],
    ['half a hello', hello],
  ])('%s ends the connection and does not count as a request', async (_, bytes) => {
    const { sandbox, client, errors } = await openSandbox({ limits: { headMilliseconds: 200 } })
    limitOnlyHandshakes()
    const { host } = new URL(sandbox.url)
    const cut = openConnection(host).resume()
    cut.end(bytes)
    const left = openConnection(host).resume()
    left.write(bytes)
    await Promise.all([cut, left].map((socket) => once(socket, 'close')))
    expect((await client.get('/settings/apikeys')).status).toBe(200)
    expect(sandbox.control.requests()).toMatchObject([{ path: '/v1/settings/apikeys' }])
    expect(errors).toEqual([])
  })

  test('garbage within TLS ends the connection and does not count as a request', async () => {
    const { sandbox, errors } = await openSandbox()
    const { host } = new URL(sandbox.url)
    const raw = openConnection(host)
    const secure = connectTls({ socket: raw, ca: sandbox.control.certificate(), host: 'localhost' })
    await once(secure, 'secureConnect')
    const closed = once(raw, 'close')
    secure.on('error', () => undefined)
    raw.write(Buffer.alloc(400, 0x41))
    await closed
    expect(sandbox.control.requests()).toEqual([])
    expect(errors).toEqual([])
  })

  test('garbage after STARTTLS ends only its session', async () => {
    const { sandbox, errors } = await openSandbox({ smtp: true })
    const socket = openConnection(sandbox.smtp!)
    await once(socket, 'data')
    socket.write('EHLO me\r\n')
    await once(socket, 'data')
    socket.write('STARTTLS\r\n')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^220 /)
    socket.resume().write(Buffer.alloc(400, 0x41))
    await once(socket, 'close')
    await mailProgram(sandbox, sandbox.smtp!, { ignoreTLS: true }).sendMail(mail)
    expect(sandbox.store.messages.count()).toBe(1)
    expect(errors).toEqual([])
  })
})

describe('STARTTLS', () => {
  test('a mail over TLS is the same as without, including its image', async () => {
    const { sandbox } = await openSandbox({ smtp: true })
    const tls = { ca: sandbox.control.certificate() }
    const image = { filename: 'lögo.png', cid: 'logo', content, contentType: 'image/png' }
    const html = '<p>Grüße <img src="cid:logo"></p>'
    const withImage = { ...mail, subject: 'Grüße', html, attachments: [image] }
    await mailProgram(sandbox, sandbox.smtp!, { requireTLS: true, tls }).sendMail(withImage)
    await mailProgram(sandbox, sandbox.smtp!, {}).sendMail(withImage)
    const [plain, secure] = await Promise.all(
      sandbox.control.outbox(2).map(async ({ id }) => (await sandbox.control.message(id))!),
    )
    expect(secure!.attachments).toMatchObject([{ filename: 'lögo.png', contentId: 'logo' }])
    expect(secure!.attachments).toEqual(plain!.attachments)
    expect(withoutPixel(secure!)).toEqual(withoutPixel(plain!))
    const bytes = await sandbox.control.attachment(secure!.id, 0)
    expect(Buffer.from(bytes!.bytes)).toEqual(content)
  })

  test('a program that asks for TLS and doesn’t trust the authority sends nothing', async () => {
    const { sandbox, errors } = await openSandbox({ smtp: true })
    await expect(mailProgram(sandbox, sandbox.smtp!, { requireTLS: true }).sendMail(mail)).rejects.toThrow(
      /certificate/,
    )
    expect(sandbox.store.messages.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('it is announced only on request, because libraries then use it automatically', async () => {
    const announced = await openSandbox({ smtp: true, announcesTls: true })
    await expect(mailProgram(announced.sandbox, announced.sandbox.smtp!, {}).sendMail(mail)).rejects.toThrow(
      /certificate/,
    )
    await mailProgram(announced.sandbox, announced.sandbox.smtp!, {
      tls: { ca: announced.sandbox.control.certificate() },
    }).sendMail(mail)
    await mailProgram(announced.sandbox, announced.sandbox.smtp!, { ignoreTLS: true }).sendMail(mail)
    expect(announced.sandbox.store.messages.count()).toBe(2)
    const { sandbox } = await openSandbox({ smtp: true })
    await mailProgram(sandbox, sandbox.smtp!, {}).sendMail(mail)
    expect(sandbox.store.messages.count()).toBe(1)
  })
})

describe('the certificate authority', () => {
  test('is the same after a restart and a reset, and its keys are in no response', async () => {
    await withDataFolder(async (data) => {
      const first = await openSandbox({ data })
      const controls = new ServiceClient(first.sandbox.adminUrl, first.sandbox.credentials)
      const headers = { 'x-sandbox-token': first.sandbox.adminToken }
      const given = await controls.call({ method: 'GET', path: '/certificate', headers })
      controls.close()
      expect(given.headers['content-type']).toBe('application/x-pem-file')
      expect(given.text).toMatch(/^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/)
      expect(first.sandbox.control.certificate()).toBe(given.text)
      first.sandbox.control.reset('demo')
      expect(first.sandbox.control.certificate()).toBe(given.text)
      expect(await call(first.sandbox, { ca: given.text })).toMatchObject({ status: 200 })
      expect(JSON.stringify([first.sandbox.control.state(), first.sandbox.control.requests()])).not.toMatch(/PRIVATE/)
      await first.sandbox.close()
      const second = await openSandbox({ data, hosts: ['later.internal'] })
      expect(second.sandbox.control.certificate()).toBe(given.text)
      const socket = await openTls(second.sandbox, given.text)
      const shown = new X509Certificate(socket.getPeerCertificate().raw)
      expect(shown.checkHost('later.internal')).toBe('later.internal')
      await second.sandbox.close()
    })
  })

  test('is created only when it is needed', async () => {
    const { sandbox, client } = await openSandbox()
    await client.get('/settings/apikeys')
    expect(sandbox.store.settings.get('certificate-authority')).toBeNull()
    await expect(call(sandbox, {})).rejects.toThrow()
    expect(sandbox.store.settings.get('certificate-authority')).not.toBeNull()
  })
})
