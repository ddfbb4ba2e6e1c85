import { createSocket } from 'node:dgram'
import { randomInt } from 'node:crypto'
import { connect, isIPv6 } from 'node:net'
import type { DnsFailure, DnsType } from '#shared/domain/domains/base/dns.ts'
import { isQuestionOf, readWireMessage, writeQuestion, type WireMessage } from './wire.ts'

export type ServerAddress = { readonly address: string; readonly port: number }
type Question = { readonly name: string; readonly type: DnsType; readonly isRecursive: boolean }
export type AskOptions = { readonly timeout: number; readonly signal: AbortSignal }

const waitingSteps = 10

/** Thrown if a server sent no usable response. */
export class DnsError extends Error {
  readonly why: DnsFailure

  constructor(why: DnsFailure) {
    super(`The DNS server failed: ${why}.`)
    this.why = why
  }
}

/** Queries one server once over UDP, and again over TCP if the response is too long for a datagram. */
export async function askServer(server: ServerAddress, question: Question, options: AskOptions): Promise<WireMessage> {
  const message = await overUdp(server, question, options)
  if (!message.isTruncated) return message
  const whole = await overTcp(server, question, options)
  // If this response is truncated too, there is no other way to request the missing records, so the response does not
  // prove that a record is missing.
  if (whole.isTruncated) throw new DnsError('unreadable')
  return whole
}

type Exchange = (
  send: Buffer,
  take: (bytes: Buffer) => void,
  fail: (why: DnsFailure) => void,
) => { /** Called exactly once, however the query ends. */ close(): void }

function exchange({ name, type, isRecursive }: Question, { timeout, signal }: AskOptions, begin: Exchange) {
  return new Promise<WireMessage>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const id = randomInt(0x10000)
    const end = (finish: () => void): void => {
      stopWaiting()
      signal.removeEventListener('abort', abort)
      open.close()
      finish()
    }
    const fail = (why: DnsFailure): void => end(() => reject(new DnsError(why)))
    const abort = (): void => end(() => reject(signal.reason as Error))
    const stopWaiting = afterWaiting(timeout, () => fail('timeout'))
    signal.addEventListener('abort', abort)
    const take = (bytes: Buffer): void => {
      const message = readWireMessage(bytes)
      // A message that does not match this question is either late or forged.
      if (message !== null && isQuestionOf(message, id, name, type)) end(() => resolve(message))
    }
    const open = begin(writeQuestion(id, name, type, isRecursive), take, fail)
  })
}

/**
 * Calls back once this process has really waited so long. A single timer would also count the time in which a busy or
 * sleeping computer could not read the response that it had already received.
 */
function afterWaiting(milliseconds: number, callback: () => void): () => void {
  let left = waitingSteps
  const step = () => {
    if (left-- > 0) timer = setTimeout(step, milliseconds / waitingSteps)
    else callback()
  }
  let timer: NodeJS.Timeout
  step()
  return () => clearTimeout(timer)
}

function overUdp({ address, port }: ServerAddress, question: Question, options: AskOptions): Promise<WireMessage> {
  return exchange(question, options, (bytes, take, fail) => {
    const socket = createSocket(isIPv6(withoutZone(address)) ? 'udp6' : 'udp4')
    socket.on('message', take)
    socket.on('error', () => fail('unreachable'))
    // A connected socket accepts datagrams only from this server, and receives an error if nothing is listening there.
    socket.connect(port, address, (failed?: Error) => {
      if (failed) return fail('unreachable')
      socket.send(bytes)
    })
    return {
      close() {
        socket.removeAllListeners()
        // An error on a socket that is being closed no longer matters.
        socket.on('error', () => undefined)
        socket.close()
      },
    }
  })
}

function overTcp({ address, port }: ServerAddress, question: Question, options: AskOptions): Promise<WireMessage> {
  return exchange(question, options, (bytes, take, fail) => {
    const socket = connect(port, address)
    let received = Buffer.alloc(0)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(bytes.length)
    socket.on('connect', () => void socket.write(Buffer.concat([length, bytes])))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 2) return
      const size = received.readUInt16BE(0)
      if (received.length < size + 2) return
      take(received.subarray(2, size + 2))
      fail('unreadable')
    })
    socket.on('end', () => fail('unreadable'))
    socket.on('error', () => fail('unreachable'))
    return {
      close() {
        socket.removeAllListeners()
        socket.on('error', () => undefined)
        socket.destroy()
      },
    }
  })
}

/** Removes the zone from a link-local address, such as `%eth0`. */
function withoutZone(address: string): string {
  return address.split('%')[0]!
}
