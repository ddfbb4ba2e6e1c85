import { msPerMinute, msPerSecond } from '#shared/domain/base/durations.ts'
import type { EventType, MessageState, NewMessage, PlannedStep, UserAgent } from '../store/index.ts'

export type OutcomeInput = {
  email: string
  start: number
  /** The message’s first link, which planned clicks use. */
  url: () => string | undefined
  reader: () => UserAgent
}

export type PlannedOutcome = Pick<NewMessage, 'state' | 'reason' | 'plan'>

const deliveryTime = msPerSecond
const maxEvents = 1000

/**
 * `open+3@example.org` or `open-x@example.org`: the first word is the rule. A number after it is the number of opens or
 * clicks; anything else is ignored.
 */
const ruledAddress =
  /^(bounce|softbounce|defer|schedule|reject|filter|error|complaint|unsubscribe-by-mail|unsubscribe|open|click|read|outofoffice|reply)(?:[+-]([^@]*))?@/i

type Rule = (input: OutcomeInput, count: number) => PlannedOutcome

const rules: Readonly<Record<string, Rule>> = {
  bounce: ends('hardbounced', '550 5.1.1 The mailbox does not exist.'),
  softbounce: ends('softbounced', '452 4.2.2 The mailbox is full.'),
  filter: ends('filtered', 'The message was filtered by an account rule.'),
  error: ends('error', 'The message could not be rendered.'),
  reject: () => ({ state: 'rejected', reason: 'Rejected by policy, as the recipient’s test address requests.' }),
  defer: ({ start }) => ({
    plan: [
      step(start + deliveryTime, 'deferred', '451 4.7.1 Please try again later.'),
      step(start + 10 * msPerMinute, 'delivered'),
    ],
  }),
  schedule: ({ start }) => ({ state: 'scheduled', plan: [step(start + 60 * msPerMinute, 'delivered')] }),
  open: (input, count) => delivered(input, opens(input, count)),
  click: (input, count) => delivered(input, [...opens(input, 1), ...clicks(input, count)]),
  read: (input) => delivered(input, [...opens(input, 1), event(input, 'read', msPerMinute + 10 * msPerSecond)]),
  complaint: (input) => delivered(input, [...opens(input, 1), event(input, 'complaint', 2 * msPerMinute)]),
  unsubscribe: (input) => delivered(input, [...opens(input, 1), event(input, 'unsubscribed', 2 * msPerMinute)]),
  // Only the delivery is planned now. A reply to it is planned once the message is delivered.
  outofoffice: (input) => delivered(input, []),
  reply: (input) => delivered(input, []),
  'unsubscribe-by-mail': (input) => delivered(input, []),
}

export function ruleOf(email: string): string | undefined {
  return ruledAddress.exec(email)?.[1]?.toLowerCase()
}

/** Returns the outcome that the address requests. Undefined if the scenario decides. */
export function ruledOutcome(input: OutcomeInput): PlannedOutcome | undefined {
  const match = ruledAddress.exec(input.email)
  if (match === null) return undefined
  const count = /^\d{1,4}$/.test(match[2] ?? '') ? Math.min(Math.max(Number(match[2]), 1), maxEvents) : 1
  return rules[match[1]!.toLowerCase()]!(input, count)
}

/** Plans only the delivery. Opens and clicks are recorded when they really happen. */
export function plainOutcome(start: number): PlannedOutcome {
  return { plan: [step(start + deliveryTime, 'delivered')] }
}

function ends(state: MessageState, reason: string): Rule {
  return ({ start }) => ({ plan: [step(start + deliveryTime, state, reason)] })
}

function delivered({ start }: OutcomeInput, after: PlannedStep[]): PlannedOutcome {
  return { plan: [step(start + deliveryTime, 'delivered'), ...after] }
}

function opens(input: OutcomeInput, count: number): PlannedStep[] {
  return Array.from({ length: count }, (_, index) => event(input, 'open', (index + 1) * msPerMinute))
}

function clicks(input: OutcomeInput, count: number): PlannedStep[] {
  const url = input.url() ?? 'https://example.org/'
  return Array.from({ length: count }, (_, index) => ({
    ...event(input, 'click', (index + 1) * msPerMinute + 10 * msPerSecond),
    url,
  }))
}

function event({ start, reader }: OutcomeInput, type: EventType, after: number): PlannedStep {
  return { due: start + after, type, userAgent: reader() }
}

function step(due: number, type: MessageState, reason?: string): PlannedStep {
  return reason === undefined ? { due, type } : { due, type, reason }
}
