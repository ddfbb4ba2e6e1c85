import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const page = fileURLToPath(new URL('../../../../out/renderer/', import.meta.url))

/**
 * A program of another user that waits for the port: it takes every request, and says that all is well. Files of the page
 * are what they were, with something in front that calls it wherever it runs or is applied.
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
    /** The names of files that it was asked for, as far as they say which part of the page they are. */
    get served() {
      return requests.flatMap(({ call }) => /^GET \/assets\/(?<part>.+)-.{8}\.\w+$/.exec(call)?.groups?.['part'] ?? [])
    },
    /** What of its own was run or applied. */
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
