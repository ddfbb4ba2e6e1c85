import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Sandbox } from '#sandbox/create-sandbox.ts'

/** Sends lines unchanged, each after the reply to the previous one, and returns the last line of each reply. */
export async function smtpDialogue(
  { smtp, credentials }: Pick<Sandbox, 'smtp' | 'credentials'>,
  lines: readonly string[],
): Promise<string[]> {
  const [host, port] = smtp!.split(':')
  const socket = connect(Number(port), host)
  const replies: string[] = []
  const { user, key } = credentials
  const login = Buffer.from(`\0${user}\0${key}`).toString('base64')
  const unsent = ['EHLO me.example', `AUTH PLAIN ${login}`, ...lines, 'QUIT']
  createInterface(socket).on('line', (line) => {
    if (!/^\d{3} /.test(line)) return
    replies.push(line)
    const next = unsent.shift()
    if (next !== undefined) socket.write(`${next}\r\n`)
  })
  await once(socket, 'close')
  return replies.slice(3, -1)
}
