import { once } from 'node:events'
import net from 'node:net'

/**
 * The minimal server for measuring the client, in a separate process. It parses only where a request ends, so that
 * the client’s cost dominates.
 */
const user = JSON.stringify({ id: '7', username: 'user@example.com', firstName: 'Ada', city: 'Paris', settings: {} })
const small = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(user)}\r\n\r\n${user}`,
)

const recordCount = 4096
const json = Buffer.from(Array.from({ length: recordCount }, (_, index) => `\n${record(index)}`).join(','))
const csv = Buffer.from(Array.from({ length: recordCount }, (_, index) => `${row(index)}\r\n`).join(''))
const heading = Buffer.from('Id,ApiKey,CreatedDate,LastStateDate,From,Email,Subject,Size,Tags,LastState,Open,Click\r\n')

function record(index: number): string {
  return JSON.stringify({
    id: `m${String(index).padStart(12, '0')}`,
    apiKey: 'key-1',
    createdDate: 1_700_000_000 + index,
    lastStateDate: 1_700_000_060 + index,
    from: 'shop@example.com',
    email: `customer.number.${index}@example.org`,
    subject: `Your invoice number ${index} of November, with thanks`,
    size: 14_000 + index,
    tags: index % 3 === 0 ? 'invoice,paid' : '',
    lastState: 'delivered',
    open: index % 4,
    click: index % 2,
  })
}

function row(index: number): string {
  return `m${index},key-1,1700000000,1700000060,shop@example.com,customer.${index}@example.org,Your invoice,14000,,delivered,1,0`
}

/** An export made of this many copies of a block. */
function exported(path: string, copies: number): Buffer[] {
  const isJson = path.startsWith('/v1/export/json')
  const blocks: Buffer[] = []
  for (let copy = 0; copy < copies; copy += 1) {
    if (isJson && copy > 0) blocks.push(Buffer.from(','))
    blocks.push(isJson ? json : csv)
  }
  return isJson ? [Buffer.from('['), ...blocks, Buffer.from('\n]\n')] : [heading, ...blocks]
}

async function sendExport(socket: net.Socket, path: string): Promise<void> {
  const megabytes = Number(process.argv[2] ?? 100)
  const block = path.startsWith('/v1/export/json') ? json : csv
  const blocks = exported(path, Math.ceil((megabytes * 1_000_000) / block.length))
  const length = blocks.reduce((sum, part) => sum + part.length, 0)
  socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ncontent-length: ${length}\r\n\r\n`)
  for (const part of blocks) {
    if (!socket.write(part)) await once(socket, 'drain')
  }
}

const server = net.createServer({ noDelay: true }, (socket) => {
  let waiting = ''
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    waiting += chunk.toString('latin1')
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = waiting.slice(0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (waiting.length < end + 4 + length) return
      waiting = waiting.slice(end + 4 + length)
      const path = head.split(' ', 2)[1] ?? ''
      if (path.startsWith('/v1/export/')) sendExport(socket, path).catch(() => socket.destroy())
      else socket.write(small)
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('disconnect', () => process.exit())
