import { once } from 'node:events'
import { createServer, request as call } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type HeldSends = {
  /** Takes the place of the service’s own URL. */
  readonly url: string
  /** Resolves when the first call to send has arrived. */
  readonly held: Promise<void>
  /** Lets the calls to send through, including all later ones. */
  readonly release: () => void
}

/**
 * Stands in front of a service and holds back its calls to send until the test releases them. A send is thus certain to
 * be in progress, however slow the machine is, while a delay may have passed before the test does anything.
 */
export async function holdSends(service: { readonly url: string }): Promise<HeldSends> {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const pass = (): void => {
      const url = new URL(request.url!, service.url)
      const headers = { ...request.headers, host: url.host }
      const passed = call(url, { method: request.method, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    }
    if (!request.url!.endsWith('/messages/send')) return pass()
    hold()
    void released.then(pass)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, held, release }
}
