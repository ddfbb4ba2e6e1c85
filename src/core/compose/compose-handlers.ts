import { AppError } from '#shared/contract/base/error.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Archives } from '../archive/archives.ts'
import type { Ports } from '../base/ports.ts'
import { fromStatistics } from '../sync/service-source.ts'

/** More records than this are a newsletter, not a test. */
const mostFound = 100

type Rooms = { readonly ports: Ports; readonly accounts: Accounts; readonly archives: Archives }

export function testMessageHandlers({ ports, accounts, archives }: Rooms): HandlersOf<'compose'> {
  /** What was sent is asked for later, and only what the records of this send can lead to is of use. */
  async function keep(accountId: string, id: string, to: readonly string[], text: string): Promise<boolean> {
    const { storeHistory, correlateSends } = accounts.get(accountId)
    if (!storeHistory || !correlateSends) return false
    try {
      const at = archives.clockOf(accountId).now()
      return await (await archives.of(accountId)).keepSent(id, { at, text }, to)
    } catch (error) {
      // A message that cannot be shown later is better than one that is not sent.
      ports.logger.log('warn', 'What is sent could not be kept.', { account: accountId, reason: String(error) })
      return false
    }
  }

  async function forget(accountId: string, id: string): Promise<void> {
    try {
      await (await archives.of(accountId)).forgetSent(id)
    } catch (error) {
      // No record leads to it: it is found nowhere, and goes with its recipients.
      ports.logger.log('warn', 'What was not sent could not be forgotten.', {
        account: accountId,
        reason: String(error),
      })
    }
  }

  return {
    // Not tied to the caller: a page that is closed must not make a send unknown that is being answered.
    'compose.sendTest': async ({ accountId, id, message: { to, ...message } }) => {
      const { messages } = accounts.client(accountId)
      const isKept = await keep(accountId, id, to, message.text)
      try {
        const recipients = to.map((address) => ({ address }))
        const outgoing = { ...message, to: recipients, from: { address: message.from } }
        const { sendId } = await messages.send(outgoing, { sendId: id })
        return { sendId }
      } catch (error) {
        if (isKept && AppError.from(error).code !== 'outcome-unknown') await forget(accountId, id)
        throw error
      }
    },
    'compose.findTest': async ({ accountId, sendId, sentAt }, { signal }) => {
      const { found } = await accounts.client(accountId).checkSend(sendId, { sentAt, signal })
      if (accounts.get(accountId).storeHistory && found.length > 0) {
        // A sync leaves the last minute alone, and whoever sent this looks for it now.
        const second = Math.floor(sentAt / 1000)
        const period = { from: second, to: second }
        const archive = await archives.of(accountId)
        await archive.import(found.map((record) => fromStatistics(record, period)))
      }
      return found.slice(0, mostFound).map(({ id, msg, lastState }) => ({ id, email: msg.email, lastState }))
    },
  }
}
