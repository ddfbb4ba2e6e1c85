import { connect, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'

/** A program that sends mail to an address of the sandbox, with its credentials. */
export function mailProgram({ credentials }: Pick<Sandbox, 'credentials'>, address: string, options: object = {}) {
  const [host, port] = address.split(':')
  const auth = { user: credentials.user, pass: credentials.key }
  const made = createTransport({ host, port: Number(port), auth, ...options })
  onTestFinished(() => made.close())
  return made
}

/** A connection whose errors are ignored, because the sandbox may end it. */
export function openConnection(address: string): Socket {
  const [host, port] = address.split(':')
  const socket = connect({ host: host!, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => undefined)
}
