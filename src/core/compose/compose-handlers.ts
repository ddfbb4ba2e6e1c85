import { AppError } from '#shared/contract/base/error.ts'
import { fromStatistics } from '#shared/domain/service/to-message.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { draftHandlers } from './drafts/drafts-handlers.ts'
import { sendHandlers } from './sends/sends-handlers.ts'

/** More records than this are a newsletter, not a test. */
const mostFound = 100

type Needs = Parameters<typeof draftHandlers>[0] & { readonly ports: Ports }

export function composeHandlers(needs: Needs): HandlersOf<'compose'> {
  const { ports, accounts, archives } = needs
  /** Keeps a copy of what is sent, where records of this send will lead to it. */
  async function keep(accountId: string, id: string, to: readonly string[], text: string): Promise<boolean> {
    const { storeHistory, correlateSends } = accounts.get(accountId)
    if (!storeHistory || !correlateSends) return false
    try {
      const at = accounts.clockOf(accountId).now()
      return await (await archives.of(accountId)).keepSent(id, { at, text }, to)
    } catch (error) {
      // A message that cannot be shown later is better than one that is not sent.
      ports.logger.log('warn', 'A copy of a message could not be kept.', { account: accountId, reason: String(error) })
      return false
    }
  }

  async function drop(accountId: string, id: string): Promise<void> {
    try {
      await (await archives.of(accountId)).removeSent(id)
    } catch (error) {
      // No record leads to the copy, so it is never shown, and it is erased with its recipients.
      ports.logger.log('warn', 'The copy of an unsent message could not be removed.', {
        account: accountId,
        reason: String(error),
      })
    }
  }

  return {
    ...draftHandlers(needs),
    ...sendHandlers(),
    // Not tied to the caller: closing the page must not turn a running send into one of unknown outcome.
    'compose.sendTest': async ({ accountId, id, message: { to, ...message } }) => {
      const { messages } = accounts.client(accountId)
      const isKept = await keep(accountId, id, to, message.text)
      try {
        const recipients = to.map((address) => ({ address }))
        const outgoing = { ...message, to: recipients, from: { address: message.from } }
        const { sendId } = await messages.send(outgoing, { sendId: id })
        return { sendId }
      } catch (error) {
        if (isKept && AppError.from(error).code !== 'outcome-unknown') await drop(accountId, id)
        throw error
      }
    },
    'compose.findTest': async ({ accountId, sendId, sentAt }, { signal }) => {
      const { found } = await accounts.client(accountId).checkSend(sendId, { sentAt, signal })
      if (accounts.get(accountId).storeHistory && found.length > 0) {
        // A sync leaves out the last minute, and the sender looks for the message now.
        const second = Math.floor(sentAt / 1000)
        const period = { from: second, to: second }
        const archive = await archives.of(accountId)
        await archive.import(found.map((record) => fromStatistics(record, period)))
      }
      return found.slice(0, mostFound).map(({ id, msg, lastState }) => ({ id, email: msg.email, lastState }))
    },
  }
}
