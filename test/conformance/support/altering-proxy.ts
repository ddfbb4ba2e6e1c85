import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Account } from './account.ts'
import type { Answer } from '../../support/wire.ts'

/** Modifies a response; undefined passes it on unchanged. */
export type Change = (answer: Answer, method: string, path: string) => Partial<Answer> | undefined

/** A proxy to the sandbox that alters responses with `change`. Resolves with its base URL. */
export async function openMiddle(account: Account, change: Change): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { method = 'GET', url = '/' } = request
      const path = url.replace(/^\/v1/, '')
      const raw = chunks.length === 0 ? undefined : Buffer.concat(chunks)
      const answer = await account.call(method, path, { raw })
      const changed = { ...answer, ...change(answer, method, path) }
      response.writeHead(changed.status, { 'Content-Type': String(changed.headers['content-type']) }).end(changed.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}
