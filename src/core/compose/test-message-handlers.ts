import type { Accounts } from '../accounts/accounts.ts'
import type { HandlersOf } from '../handlers.ts'

/** More records than this are a newsletter, not a test. */
const mostFound = 100

export function testMessageHandlers(accounts: Accounts): HandlersOf<'testMessage'> {
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
      return found.slice(0, mostFound).map(({ id, msg, lastState }) => ({ id, email: msg.email, lastState }))
    },
  }
}
