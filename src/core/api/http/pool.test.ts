import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { authority, privateKey, selfSignedCertificate, validCertificate } from '#test/support/certificates.ts'

const asker = fileURLToPath(new URL('../../../../test/support/ask-service.ts', import.meta.url))

/** An imposter: a server whose certificate no authority signed. Returns its address and the requests that reached it. */
async function startImposter(cert = selfSignedCertificate): Promise<{ origin: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer({ key: privateKey, cert }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json').end('[]')
  })
  server.on('connect', (request, socket) => {
    requests.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, requests }
}

async function ask(baseUrl: string, proxy = '', variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1', ...variables }
  const child = spawn(process.execPath, [asker, baseUrl, proxy], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let outcome = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome += text))
  await once(child, 'close')
  return outcome
}

test('no environment variable makes an unsigned certificate trusted', async () => {
  const { origin, requests } = await startImposter()
  expect(await ask(`${origin}/v1`)).toBe('tls-self-signed')
  expect(requests).toEqual([])
})

test.each(['https://service.invalid/v1', 'http://service.invalid/v1'])(
  'no variable of the environment makes a proxy trusted that nobody vouches for: %s',
  async (baseUrl) => {
    const { origin, requests } = await startImposter()
    expect(await ask(baseUrl, origin)).toBe('tls-self-signed')
    expect(requests).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')('an authority of the system is trusted without being named', async () => {
  const { origin } = await startImposter(validCertificate)
  expect(await ask(`${origin}/v1`)).toBe('tls-self-signed')
  const file = join(await temporaryFolder(), 'authorities.pem')
  await writeFile(file, authority)
  expect(await ask(`${origin}/v1`, '', { SSL_CERT_FILE: file })).toBe('answered')
})
