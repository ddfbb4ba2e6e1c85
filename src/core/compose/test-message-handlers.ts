import type { Accounts } from '../accounts/accounts.ts'
import type { HandlersOf } from '../handlers.ts'
import type { Archives } from '../messages/archives.ts'
import { fromStatistics } from '../sync/service-source.ts'

/** More records than this are a newsletter, not a test. */
const mostFound = 100

type Rooms = { readonly accounts: Accounts; readonly archives: Archives }

export function testMessageHandlers({ accounts, archives }: Rooms): HandlersOf<'testMessage'> {
  return {
    // Not tied to the caller: a page that is closed must not make a send unknown that is being answered.
    'testMessage.send': async ({ accountId, id, message: { to, ...message } }) => {
      const recipients = to.map((address) => ({ address }))
      const { messages } = accounts.client(accountId)
      const { sendId } = await messages.send(
        { ...message, to: recipients, from: { address: message.from } },
        { sendId: id },
      )
      return { sendId }
    },
    'testMessage.find': async ({ accountId, sendId, sentAt }, { signal }) => {
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
