import { msPerMinute, msPerSecond } from '#shared/domain/base/durations.ts'
import type { PlannedStep, UserAgent } from '../store/index.ts'
import type { Random } from '../base/random.ts'
import { fetchingClients, type Client } from './clients.ts'
import { drawReader, drawUserAgent, machineAgent, type Reader } from './reader.ts'

/**
 * The probabilities of what happens to a message. Those from `error` to `deferred` are shares of all messages.
 */
export type Odds = {
  error: number
  filtered: number
  hardbounced: number
  softbounced: number
  deferred: number
  /** `open` and `complaint` are shares of the delivered messages. */
  open: number
  complaint: number
  /** Those from `again` to `unsubscribed` are shares of the opened messages. */
  again: number
  read: number
  click: number
  unsubscribed: number
  /** The mean time from delivery to opening, in milliseconds. */
  openAfter: number
}

const usualOdds: Odds = {
  error: 0.001,
  filtered: 0.003,
  hardbounced: 0.008,
  softbounced: 0.012,
  deferred: 0.03,
  open: 0.55,
  complaint: 0.0003,
  again: 0.3,
  read: 0.4,
  click: 0.2,
  unsubscribed: 0.001,
  openAfter: 5_400_000,
}

export type LifeOptions = {
  odds?: Partial<Odds>
  reader?: Reader
  /** The program that fetches the message when it arrives. Ignored without a `reader`. */
  fetchedBy?: Client | undefined
  links?: readonly string[]
}

const reasons = {
  error: ['554 5.3.0 the message could not be handed over', '451 4.3.5 configuration error at the receiving server'],
  filtered: ['content filtered: score 8.2', 'content filtered: suspicious link', 'content filtered: attachment type'],
  hardbounced: [
    '550 5.1.1 mailbox does not exist',
    '550 5.1.1 user unknown',
    '550 5.2.1 mailbox disabled',
    '554 5.7.1 rejected by the policy of the receiving server',
  ],
  softbounced: ['452 4.2.2 mailbox full', '421 4.3.2 service not available', '451 4.7.1 try again later'],
  deferred: ['451 4.7.1 greylisted, try again later', '421 4.7.0 too many connections'],
} as const

/** Plans plausible steps for a message that was accepted at `start`. They are in chronological order. */
export function planLife(random: Random, start: number, options: LifeOptions = {}): PlannedStep[] {
  const odds = { ...usualOdds, ...options.odds }
  const steps: PlannedStep[] = []
  let at = start + random.between(300, 4 * msPerSecond)
  let drawn = random.next()
  const falls = (probability: number): boolean => (drawn -= probability) < 0
  for (const type of ['error', 'filtered', 'hardbounced'] as const) {
    if (falls(odds[type])) return [{ due: at, type, reason: random.pick(reasons[type]) }]
  }
  const soft = falls(odds.softbounced)
  if (soft || falls(odds.deferred)) {
    steps.push({ due: at, type: 'deferred', reason: random.pick(reasons.deferred) })
    at += Math.round(5 * msPerMinute + random.wait(20 * msPerMinute))
  }
  if (soft) return [...steps, { due: at, type: 'softbounced', reason: random.pick(reasons.softbounced) }]
  steps.push({ due: at, type: 'delivered' })
  const { fetchedBy, reader, links = [] } = options
  if (fetchedBy && reader) steps.push(...fetchMessage(at, machineAgent(fetchedBy, reader, at), links))
  if (random.chance(odds.open)) steps.push(...readMessage(random, at, { odds, options }))
  if (random.chance(odds.complaint)) {
    const due = Math.round(at + msPerMinute + random.wait(odds.openAfter))
    steps.push({ due, type: 'complaint', reason: 'reported as spam' })
  }
  // Steps may still be out of order, because a reader may open the message again before a planned click.
  return steps.sort((a, b) => a.due - b.due)
}

/** A machine fetches the message within seconds, too fast for a human reader. A scanner also follows every link. */
function fetchMessage(delivered: number, userAgent: UserAgent, links: readonly string[]): PlannedStep[] {
  const due = delivered + msPerSecond + (delivered % (3 * msPerSecond))
  const followed = userAgent.browser === fetchingClients.scanner.browser ? links : []
  const clicks = followed.map((url, at): PlannedStep => ({ due: due + 500 * (at + 1), type: 'click', userAgent, url }))
  return [{ due, type: 'open', userAgent }, ...clicks]
}

function readMessage(
  random: Random,
  delivered: number,
  { odds, options }: { odds: Odds; options: LifeOptions },
): PlannedStep[] {
  const steps: PlannedStep[] = []
  const reader = options.reader ?? drawReader(random)
  const links = options.links ?? []
  let at = delivered
  let opened = 0
  do {
    at = Math.round(at + 15 * msPerSecond + random.wait(odds.openAfter * (opened + 1)))
    const userAgent = drawUserAgent(random, reader)
    steps.push({ due: at, type: 'open', userAgent })
    const attention = at + random.between(8, 90) * msPerSecond
    if (opened === 0 && random.chance(odds.read)) steps.push({ due: attention, type: 'read', userAgent })
    // Readers are less likely to click when they open the message again.
    let click = opened === 0 ? odds.click : odds.click / 3
    for (let wait = attention; links.length > 0 && random.chance(click); wait += 7 * msPerSecond) {
      steps.push({ due: wait, type: 'click', userAgent, url: random.pick(links) })
      click = 0.15
    }
    if (opened === 0 && random.chance(odds.unsubscribed)) {
      steps.push({ due: attention + 20 * msPerSecond, type: 'unsubscribed', userAgent })
    }
    opened++
  } while (opened < 12 && random.chance(odds.again))
  return steps
}
