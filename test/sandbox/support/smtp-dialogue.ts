import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openConnection } from './mail-program.ts'

type Receiving = Pick<Sandbox, 'smtp' | 'credentials'>

/** Sends lines unchanged, each after the reply to the previous one, and returns the last line of each reply. */
export async function smtpDialogue({ smtp, credentials }: Receiving, lines: readonly string[]): Promise<string[]> {
  const [host, port] = smtp!.split(':')
  const socket = connect(Number(port), host)
  const replies: string[] = []
  const unsent = [...login(credentials), ...lines, 'QUIT']
  createInterface(socket).on('line', (line) => {
    if (!/^\d{3} /.test(line)) return
    replies.push(line)
    const next = unsent.shift()
    if (next !== undefined) socket.write(`${next}\r\n`)
  })
  await once(socket, 'close')
  return replies.slice(3, -1)
}

/** Opens a connection and logs in. The returned function sends a line and returns the last line of the reply to it. */
export async function startDialogue({ smtp, credentials }: Receiving): Promise<(line: string) => Promise<string>> {
  const socket = openConnection(smtp!)
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const reply = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done === true) throw new Error('The connection has ended.')
      if (/^\d{3} /.test(value)) return value
    }
  }
  const say = (line: string): Promise<string> => {
    socket.write(`${line}\r\n`)
    return reply()
  }
  await reply()
  for (const line of login(credentials)) await say(line)
  return say
}

function login({ user, key }: Receiving['credentials']): string[] {
  const secret = Buffer.from(`\0${user}\0${key}`).toString('base64')
  return ['EHLO me.example', `AUTH PLAIN ${secret}`]
}
