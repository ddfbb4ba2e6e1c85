// A hand-written mock: it reads a send, keeps it in a list in memory, and returns success.
import { createServer } from 'node:http'

const kept = []
const answer = JSON.stringify({ status: 'success' })

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    kept.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length })
    response.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ ready: 'peer', url: `http://127.0.0.1:${server.address().port}/v1` })}\n`)
})
