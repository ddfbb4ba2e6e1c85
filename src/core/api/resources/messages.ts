import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions, Deadlines } from '../options/options.ts'
import { refuseOthers } from '../write/recipients.ts'
import { writeSend, type OutgoingMessage } from '../write/send-body.ts'
import { change } from './changes.ts'

export type SendResult = {
  /** The `mailroom_send` marker in every record of this send; null if the account does not mark its sends. */
  sendId: string | null
  /** The service’s complete response. */
  answer: Readonly<Record<string, unknown>>
}

export function messageOperations({ caller, options: { profile, clock } }: Context, deadlines: Deadlines) {
  return {
    /** A send is never repeated automatically. `sendId` lets the caller note the marker before the send begins. */
    async send(message: OutgoingMessage, options?: CallOptions & { sendId?: string }): Promise<SendResult> {
      refuseOthers(message, profile.recipientAllowList)
      const carbon = (message.cc?.length ?? 0) + (message.bcc?.length ?? 0)
      if (carbon > 0 && !profile.ccAndBcc) {
        throw new AppError(
          'cc-not-available',
          'This account doesn’t allow Cc and Bcc, so nothing was sent. If your provider allows Cc and Bcc, turn them on in the account’s settings.',
          { details: { operation: 'messages.send' } },
        )
      }
      const id = options?.sendId ?? randomUUID()
      const sendId = profile.correlateSends ? id : null
      const recipients = message.to.length + carbon
      const request = {
        operation: 'messages.send',
        method: 'POST',
        path: '/messages/send',
        body: writeSend(message, { keyPrefix: profile.keyPrefix, ccAndBcc: profile.ccAndBcc, sendId }),
        effect: { kind: 'send', sendId, sentAt: clock.now(), from: message.from.address, recipients },
        effectId: id,
        deadline: deadlines.send,
        failed: 'The service did not accept the message.',
      } as const
      return { sendId, answer: await change(caller, request, options) }
    },
  }
}
