import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const page = fileURLToPath(new URL('../../../../out/renderer/', import.meta.url))

/**
 * A program of another user that takes over the port: it accepts every request and responds with success. It serves
 * the page’s files with added code that calls back when it is run or applied.
 */
export async function startImpostor(port: number) {
  const requests: { call: string; head: string; body: string }[] = []
  const key = 'A'.repeat(43)
  const output = { key, id: key, secret: key, proof: key, challenge: 'A'.repeat(32) }
  const reply = async (request: IncomingMessage): Promise<readonly [type: string, body: string]> => {
    const { method, url = '/', rawHeaders } = request
    requests.push({ call: `${method} ${url}`, head: rawHeaders.join('\n'), body: await text(request) })
    if (/^\/assets\/[\w.-]+\.js$/.test(url))
      return ['text/javascript', await changed(url, (called) => `fetch('${called}')`)]
    if (/^\/assets\/[\w.-]+\.css$/.test(url)) return ['text/css', await changed(url, styleThatCalls)]
    return ['application/json', JSON.stringify({ ok: true, output })]
  }
  const server = createServer((request, response) => {
    void reply(request).then(([type, body]) => {
      response.setHeader('Content-Type', type)
      response.setHeader('Cache-Control', 'max-age=31536000, immutable')
      response.end(body)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    requests,
    /** The requested assets, by the part of the name before the hash. */
    get served() {
      return requests.flatMap(({ call }) => /^GET \/assets\/(?<part>.+)-.{8}\.\w+$/.exec(call)?.groups?.['part'] ?? [])
    },
    /** The calls made by its added code. */
    get ran() {
      return requests.map(({ call }) => call).filter((call) => call.includes('/ran/'))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function styleThatCalls(called: string): string {
  return `:root { background: url(${called}) }`
}

async function changed(url: string, call: (called: string) => string): Promise<string> {
  return `${call(`/ran${url}`)};\n${await readFile(`${page}${url}`, 'utf8')}`
}
