import type { Message } from '../messages/record.ts'
import { notSentStates } from '../statistics/counters.ts'

export type {
  FindRecipients,
  FoundRecipient,
  FoundRecipients,
  Recipient,
  RecipientCounters,
} from '../../contract/recipients.ts'

/** States of messages that have arrived. */
const arrived = new Set(['delivered', 'unsubscribed', 'complaint', 'open', 'click', 'read'])
const waiting = new Set(['requested', 'scheduled', 'deferred'])

export function wasNotSent({ lastState }: Pick<Message, 'lastState'>): boolean {
  return notSentStates.includes(lastState)
}

export function hasArrived(message: Pick<Message, 'lastState' | 'open' | 'click'>): boolean {
  return arrived.has(message.lastState) || message.open > 0 || message.click > 0
}

type Reported = Pick<Message, 'lastState' | 'reason' | 'open' | 'click' | 'createdDate' | 'lastStateDate' | 'subject'>

/**
 * Returns when the message arrived, as far as is known. A later state hides the date of the delivery, so the date of
 * the message’s creation is used: delivery usually follows soon after.
 */
export function arrivedAt(message: Pick<Message, 'lastState' | 'createdDate' | 'lastStateDate'>): number {
  return message.lastState === 'delivered' ? message.lastStateDate : message.createdDate
}

export type RecipientVerdict = {
  readonly kind: 'unknown' | 'delivered' | 'bounced' | 'refused' | 'waiting' | 'complained' | 'unsubscribed'
  readonly sentence: string
}

/** Describes the outcome of the newest message to a recipient in a sentence. `date` formats a moment for the reader. */
export function explain(newest: Reported | null, date: (milliseconds: number) => string): RecipientVerdict {
  if (newest === null) return { kind: 'unknown', sentence: 'The archive has no messages to this address.' }
  const when = date(newest.lastStateDate)
  const because = newest.reason ? ` Reason: ${newest.reason}` : ''
  switch (newest.lastState) {
    case 'complaint':
      return { kind: 'complained', sentence: `The last message arrived and was reported as spam on ${when}.` }
    case 'unsubscribed':
      return { kind: 'unsubscribed', sentence: `The last message arrived, and the recipient unsubscribed on ${when}.` }
    case 'hardbounced':
      return { kind: 'bounced', sentence: `The last message hard-bounced on ${when}.${because}` }
    case 'softbounced':
      return {
        kind: 'bounced',
        sentence: `The last message soft-bounced on ${when}. The problem may be temporary, so later messages may get through.${because}`,
      }
    case 'rejected':
    case 'filtered':
      return { kind: 'refused', sentence: `The service did not send the last message (${when}).${because}` }
    case 'error':
      return { kind: 'refused', sentence: `The service failed to send the last message (${when}).${because}` }
  }
  if (hasArrived(newest)) {
    const sentence =
      newest.lastState === 'delivered'
        ? `The last message was delivered on ${when}.`
        : `The last message (${date(newest.createdDate)}) arrived and has been in the state “${newest.lastState}” since ${when}.`
    return { kind: 'delivered', sentence }
  }
  if (waiting.has(newest.lastState)) {
    return {
      kind: 'waiting',
      sentence: `The last message is still on its way (${newest.lastState} since ${when}).${because}`,
    }
  }
  return {
    kind: 'unknown',
    sentence: `The last message has been in the state “${newest.lastState}” since ${when}.${because}`,
  }
}
