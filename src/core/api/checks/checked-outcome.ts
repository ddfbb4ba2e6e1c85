import type { MessageRecord } from '../read/messages.ts'
import type { Problem } from '../read/list.ts'

export type CheckedOutcome = {
  outcome: 'happened' | 'not-found' | 'cannot-tell'
  text: string
  messages?: readonly string[]
}

/** Limits how many messages a check links to. A newsletter has thousands. */
const mostShown = 20
const notYet =
  'The message was not sent, according to the service’s records so far. Records can lag behind, so check again in a few minutes before you send the message again.'

export const happened = (text: string): CheckedOutcome => ({ outcome: 'happened', text })
export const notFound = (text: string): CheckedOutcome => ({ outcome: 'not-found', text })
export const cannotTell = (text: string): CheckedOutcome => ({ outcome: 'cannot-tell', text })

/** Only a list that was read completely proves that something is not in it. */
export function absent(problems: readonly Problem[], text: string): CheckedOutcome {
  return problems.length === 0
    ? notFound(text)
    : cannotTell('Some entries in the list can’t be read. Check the list in the service’s own console.')
}

type SendFindings = {
  readonly found: readonly MessageRecord[]
  /** Whether every record that could match was examined. */
  readonly complete: boolean
  readonly recipients: number
  /** Whether the send is so recent that the service may not have written every record yet. */
  readonly isRecent: boolean
}

export function ofSend({ found, complete, recipients, isRecent }: SendFindings): CheckedOutcome {
  if (found.length > 0) {
    const messages = found.slice(0, mostShown).map(({ id }) => id)
    return { ...sent(found, recipients, isRecent), messages }
  }
  if (complete) return notFound(isRecent ? notYet : 'The message was not sent. The service has no record of it.')
  return cannotTell(
    'The service has too many messages from that time to search through, or some of them can’t be read. Look for this send under Messages.',
  )
}

/** Each recipient has a separate record, and records are written one after another, so a recent send may lack some. */
function sent(found: readonly MessageRecord[], recipients: number, isRecent: boolean): CheckedOutcome {
  if (found.length >= recipients) return happened(`The message was sent. The service has ${recordsText(found)}.`)
  const known = `For ${recipients} recipients, the service has ${recordsText(found)}`
  if (!isRecent) return happened(`The message was sent. ${known}.`)
  return cannotTell(`Sending began. ${known} so far. More may follow, so check again in a few minutes.`)
}

/**
 * Describes the records found, for example “1 record of it, delivered” or “3 records of it: 1 hardbounced, 2
 * delivered”.
 */
function recordsText(found: readonly MessageRecord[]): string {
  const states = new Map<string, number>()
  for (const { lastState } of found) states.set(lastState, (states.get(lastState) ?? 0) + 1)
  const counted = [...states].map(([state, count]) => `${count} ${state || 'without a state'}`)
  if (found.length === 1) return `1 record of it, ${found[0]!.lastState || 'without a state'}`
  return `${found.length} records of it: ${counted.join(', ')}`
}
