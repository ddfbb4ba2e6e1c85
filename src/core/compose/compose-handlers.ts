import { fromStatistics } from '#shared/domain/service/to-message.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { draftHandlers } from './drafts-handlers.ts'
import { sendHandlers } from './sends/sends-handlers.ts'
import { sendOnce } from './sends/trial/send-test.ts'

/** More records than this are a newsletter, not a test. */
const mostFound = 100

type Needs = Parameters<typeof draftHandlers>[0] & Parameters<typeof sendHandlers>[0]

export function composeHandlers(needs: Needs): HandlersOf<'compose'> {
  const { accounts, archives } = needs
  return {
    ...draftHandlers(needs),
    ...sendHandlers(needs),
    'compose.sendTest': ({ accountId, id, message: { to, from, subject, text } }) => {
      const recipients = to.map((address) => ({ address }))
      const message = { to: recipients, from: { address: from }, subject, text }
      const copy = { content: { text, html: '', columns: [] }, to: recipients }
      return sendOnce(needs, { accountId, id, message, copy })
    },
    'compose.findTest': async ({ accountId, sendId, sentAt }, { signal }) => {
      const { found } = await accounts.client(accountId).checkSend(sendId, { sentAt, signal })
      if (accounts.get(accountId).storeHistory && found.length > 0) {
        // A sync leaves out the last minute, but the sender looks for the message now.
        const second = Math.floor(sentAt / 1000)
        const period = { from: second, to: second }
        const archive = await archives.of(accountId)
        await archive.import(found.map((record) => fromStatistics(record, period)))
      }
      return found.slice(0, mostFound).map(({ id, msg, lastState }) => ({ id, email: msg.email, lastState }))
    },
  }
}
