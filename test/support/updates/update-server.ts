import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { UpdateSource } from '#core/updates/index.ts'
import { signedUpdateText } from '#shared/domain/updates/signed-text.ts'
import { authority, privateKey as serverKey, validCertificate } from '../certificates.ts'

export const someNotice = {
  version: '1.2.0',
  date: '2026-01-14',
  expires: '2027-01-14',
  notes: ['Faster search.', 'Calmer <b>colours</b>.'],
  link: 'https://mailroom.example/releases/1.2.0',
}

/** A server where update notices are published, signed with a key made for the test. */
export class UpdateServer {
  readonly source: UpdateSource
  readonly requests: { readonly url: string; readonly headers: object }[] = []
  readonly #server: ReturnType<typeof createServer>
  readonly #key: KeyObject
  #respond: RequestListener = (_request, response) => void response.writeHead(404).end()

  private constructor(server: ReturnType<typeof createServer>) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { port } = server.address() as AddressInfo
    this.#server = server
    this.#key = privateKey
    this.source = {
      address: `https://localhost:${port}/latest.json?channel=stable`,
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      network: { proxy: 'direct', extraCa: [authority] },
    }
    server.on('request', (request, response) => {
      this.requests.push({ url: request.url ?? '', headers: request.headers })
      this.#respond(request, response)
    })
  }

  static async open(): Promise<UpdateServer> {
    const server = createServer({ key: serverKey, cert: validCertificate }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new UpdateServer(server)
  }

  respond(listener: RequestListener): void {
    this.#respond = listener
  }

  send(file: string): void {
    this.#respond = (_request, response) => void response.end(file)
  }

  /** Publishes a notice as a release does. */
  publish(notice: object, change: object = {}): void {
    this.send(JSON.stringify({ ...this.signed(JSON.stringify(notice)), ...change }))
  }

  signed(payload: string, text = signedUpdateText(payload)): { payload: string; signature: string } {
    return { payload, signature: sign(null, Buffer.from(text), this.#key).toString('base64') }
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }
}
