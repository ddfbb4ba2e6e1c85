import type { Socket } from 'node:net'

const headBytes = 4

/** A frame consists of a four-byte text length and the text, which is one value as JSON. */
export function writeFrame(socket: Socket, value: object): void {
  if (socket.destroyed || socket.writableEnded) return
  const body = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(body.length)
  socket.cork()
  socket.write(head)
  socket.write(body)
  socket.uncork()
}

type Reading = {
  /** The maximum accepted frame length, which is short until the other side has proved its identity. */
  limit: number
}

/** Calls back with each value that arrives. Data that isn’t a frame or is too long ends the connection. */
export function readFrames(socket: Socket, limit: number, onValue: (value: unknown) => void): Reading {
  const reading = { limit }
  let parts: Buffer[] = []
  let bytes = 0
  const all = (): Buffer => {
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    parts = [whole]
    return whole
  }
  const need = (): number => {
    if (bytes < headBytes) return headBytes
    const first = parts[0]!
    return headBytes + (first.length < headBytes ? all() : first).readUInt32BE(0)
  }
  socket.on('data', (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    while (bytes >= headBytes && !socket.destroyed) {
      const wanted = need()
      if (wanted - headBytes > reading.limit) return void socket.destroy()
      if (bytes < wanted) return
      const whole = all()
      parts = [whole.subarray(wanted)]
      bytes -= wanted
      const value = valueOf(whole.subarray(headBytes, wanted))
      if (value === undefined) return void socket.destroy()
      onValue(value)
    }
  })
  return reading
}

function valueOf(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString()) as unknown
  } catch {
    return undefined
  }
}
