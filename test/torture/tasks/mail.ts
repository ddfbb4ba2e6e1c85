import { connect, type Socket } from 'node:net'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { ServiceClient } from '#test/sandbox/support/service-client.ts'
import { failed, held, type Verdict } from '../cage/case.ts'
import { cpuSeconds, peakMegabytes } from '../cage/process-usage.ts'
import { mails, sends } from '../generators/mails.ts'

const mostSeconds = 5
/** For both ends: the sender also runs in this process. */
const mostMegabytes = 600

type Ended = { what: string; problem: string | null }

/** Sends one mail to a new sandbox, and then reads the outbox as the app does. */
export async function task({ door, name }: { door: 'smtp' | 'http'; name: string }): Promise<Verdict> {
  const errors: unknown[] = []
  const sandbox = await createSandbox({ onError: (error) => errors.push(error) })
  try {
    const given = door === 'smtp' ? mails[name]!() : sends[name]!()
    const content = typeof given === 'string' ? given : JSON.stringify(given)
    const begun = process.cpuUsage()
    const ended = door === 'smtp' ? await bySmtp(sandbox, content) : await byHttp(sandbox, content)
    await sandbox.settle()
    for (const { id } of sandbox.control.outbox(3)) await sandbox.control.message(id)
    const measured = { cpuSeconds: cpuSeconds(begun), peakMegabytes: peakMegabytes() }
    const problems = [ended.problem, ...errors.map((error) => `an error of the sandbox: ${String(error)}`)]
    if (measured.cpuSeconds > mostSeconds) problems.push('too slow')
    if (measured.peakMegabytes > mostMegabytes) problems.push('too much memory')
    const said = problems.filter((problem) => problem !== null)
    return said.length > 0 ? failed(`${said.join('; ')} (${ended.what})`, measured) : held(ended.what, measured)
  } finally {
    await sandbox.close()
  }
}

async function byHttp(sandbox: Sandbox, raw: string): Promise<Ended> {
  const client = ServiceClient.of(sandbox)
  try {
    const { status, text } = await client.call({ method: 'POST', path: '/messages/send', raw })
    const what = `${(raw.length / 1024).toFixed(0)} KB: ${status} ${text.slice(0, 80)}`
    return { what, problem: status >= 500 ? 'an error of the sandbox' : null }
  } finally {
    client.close()
  }
}

/** A mail that can never be accepted must get a permanent refusal: programs retry after a temporary one for days. */
async function bySmtp(sandbox: Sandbox, content: string): Promise<Ended> {
  const { user, key } = sandbox.credentials
  const socket = connect(Number(sandbox.smtp!.split(':')[1]), '127.0.0.1')
  socket.on('error', () => undefined)
  const replies = new Replies(socket)
  const auth = Buffer.from(`\0${user}\0${key}`).toString('base64')
  await replies.next()
  for (const command of ['HELO a', `AUTH PLAIN ${auth}`, 'MAIL FROM:<a@a.example>', 'RCPT TO:<b@b.example>', 'DATA']) {
    socket.write(`${command}\r\n`)
    await replies.next()
  }
  socket.write(`${content.replace(/^\./gm, '..')}${content.endsWith('\r\n') ? '' : '\r\n'}.\r\n`)
  const reply = await replies.next()
  socket.destroy()
  const what = `${(content.length / 1024).toFixed(0)} KB: ${reply.slice(0, 100)}`
  const isFinal = reply.startsWith('250') || /^5\d\d /.test(reply)
  return { what, problem: isFinal && !reply.includes('failed') ? null : 'neither accepted nor refused for good' }
}

class Replies {
  readonly #lines: string[] = []
  #rest = ''
  #waiting: ((line: string) => void) | null = null

  constructor(socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\r\n')
      this.#rest = lines.pop() ?? ''
      for (const line of lines) this.#add(line)
    })
    socket.once('close', () => this.#add('the connection was closed'))
  }

  next(): Promise<string> {
    const line = this.#lines.shift()
    if (line !== undefined) return Promise.resolve(line)
    return new Promise((resolve) => (this.#waiting = resolve))
  }

  #add(line: string): void {
    if (this.#waiting === null) this.#lines.push(line)
    else this.#waiting(line)
    this.#waiting = null
  }
}
