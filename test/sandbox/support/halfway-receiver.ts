import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Halfway = 'hangs after MAIL FROM' | 'closes in the middle of DATA'

type HalfwayReceiver = {
  address: string
  /** Replies from this sender are cut off halfway. If undefined, all replies are accepted. */
  badSender: string | undefined
  /** The senders of the replies that began, and of those that were accepted. */
  begun: string[]
  taken: string[]
  /** Resolves with the first reply that is not accepted. */
  stopped: Promise<void>
}

/** A mail server on loopback that stops halfway through the replies of one sender, and accepts all others. */
export async function startHalfwayReceiver(how: Halfway, badSender: string): Promise<HalfwayReceiver> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  // Like a program that hangs, it does not close its side when the sandbox does.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 x\r\n')
    let sender = ''
    let isData = false
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString()
      for (let line = nextLine(); line !== undefined; line = nextLine()) obey(line)
    })

    function nextLine(): string | undefined {
      const end = text.indexOf('\r\n')
      if (end < 0) return undefined
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      return line
    }

    function obey(line: string): void {
      const isBad = sender !== '' && sender === receiver.badSender
      if (isData) {
        if (isBad) {
          stop()
          socket.destroy()
        } else if (line === '.') {
          isData = false
          receiver.taken.push(sender)
          socket.write('250 taken\r\n')
        }
        return
      }
      if (isBad && how === 'hangs after MAIL FROM') return stop()
      const [, address] = /^MAIL FROM:<([^>]*)>/.exec(line) ?? []
      if (address !== undefined) receiver.begun.push((sender = address))
      isData = line === 'DATA'
      socket.write(isData ? '354 go on\r\n' : '250 x\r\n')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const receiver: HalfwayReceiver = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    badSender,
    begun: [],
    taken: [],
    stopped,
  }
  return receiver
}
