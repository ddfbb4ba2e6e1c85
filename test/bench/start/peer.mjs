// The minimum that counts as ready: plain node:http, and one page whose script draws a main element.
import { createServer } from 'node:http'

const page = '<!doctype html><title>Peer</title><body><script type="module" src="/app.js"></script></body>'
const script = `document.body.append(document.createElement('main')); document.querySelector('main').textContent = 'Peer'`

const server = createServer((request, response) => {
  const isScript = request.url === '/app.js'
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : page)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  process.stdout.write(`${JSON.stringify({ ready: 'peer', url: `http://127.0.0.1:${port}/` })}\n`)
})
