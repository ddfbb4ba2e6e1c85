import { readSend } from '../send/read-send.ts'
import type { Call } from './service.ts'

/** The service’s own mail address. */
const sender = { address: 'no-reply@mailroom.example', personalName: 'Mailroom' }

/** Sends an email that an operation triggers. It appears in the outbox like any other message. */
export async function sendNotice({ service, key }: Call, to: string, msg: { subject: string; text: string }) {
  const body = { to: [{ address: to }], msg: { from: sender, ...msg } }
  const { notes: _none, ...outgoing } = readSend(body, service.settings)
  await service.engine.send({ ...outgoing, apiKey: key.id })
}
