import { readMail, type Message } from '#core/base/mail/read-mail.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { fileLimit, nameOfGiven, readGiven } from './read-given.ts'

export type { Message }

export async function readMailFile(path: string, terminal: Terminal): Promise<Message> {
  const bytes = await readGiven(path, { flag: '--eml', ...fileLimit }, terminal)
  const message = await readMail(new Uint8Array(bytes)).catch((error: unknown) => {
    throw new UsageError(`${nameOfGiven(path, '--eml')} can’t be read as an email. Save the email again as .eml.`, {
      cause: error,
    })
  })
  if (!message.content.from?.address)
    throw new UsageError(`${nameOfGiven(path, '--eml')} has no sender. Add a From header.`)
  return message
}
