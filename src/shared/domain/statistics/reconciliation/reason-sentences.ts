import type { DifferenceReason } from '../../../contract/statistics.ts'
import { secondsPerDay } from '../../base/durations.ts'
import type { Period } from '../../archive/horizon.ts'
import { unreadParts, type Circumstances } from './difference-reasons.ts'

type Facts = Omit<Circumstances, 'hasErased'> & {
  /** The number of most recent days for which the sync rereads messages; null if unknown. */
  readonly windowDays: number | null
}

/** Formats a second since the epoch for the reader. */
type Moment = (second: number) => string

const mostListed = 3

export function reasonSentence(reason: DifferenceReason, facts: Facts, moment: Moment): string {
  const { completeFrom, completeUntil } = facts.horizon
  switch (reason) {
    case 'before-archive': {
      const start = facts.startsAt ?? completeFrom
      return start === null ? 'The archive is empty.' : `Messages from before ${moment(start)} are not in the archive.`
    }
    case 'unread':
      return unreadSentence(facts, moment)
    case 'unfinished':
      return completeUntil === null
        ? 'The day isn’t over yet.'
        : `The day isn’t over yet. Its messages up to ${moment(completeUntil)} are in the archive.`
    case 'late':
      return lateSentence(facts, moment)
    default:
      return sentences[reason]
  }
}

const sentences: Readonly<
  Record<Exclude<DifferenceReason, 'before-archive' | 'unread' | 'unfinished' | 'late'>, string>
> = {
  erased: 'The missing messages are probably those of people who were erased from the archive.',
  kept: 'The archive keeps messages that the service no longer counts.',
  'last-state':
    'The service counts every state that a message had, while the archive counts only the last one. For example, a message with an unsubscribe and then a complaint counts as both on the service, but only as a complaint here.',
  people: 'The archive counts messages that were opened or clicked, while the service seems to count people.',
  'event-day':
    'The totals agree. The service seems to count opens and clicks on the day they happened, while the archive counts them on the day of their message.',
  unexplained: 'No known reason explains this.',
}

/** A short phrase for each reason, for a summary such as "1 not fully read". */
export const reasonLabels: Readonly<Record<DifferenceReason, string>> = {
  'before-archive': 'from before the archive begins',
  unread: 'not fully read',
  unfinished: 'still in progress',
  erased: 'with erased people',
  kept: 'with messages that only the archive has',
  late: 'with later opens, clicks or states',
  'last-state': 'with messages of several states',
  people: 'with people counted once',
  'event-day': 'with opens counted on another day',
  unexplained: 'unexplained',
}

function unreadSentence(facts: Facts, moment: Moment): string {
  const { unread } = unreadParts(facts)
  const end = Math.min(facts.period.to, facts.now)
  const [first] = unread
  if (!first || (first.from <= facts.period.from && first.to >= end)) return 'This period is not in the archive yet.'
  const span = ({ from, to }: Period) => {
    if (from <= facts.period.from) return `up to ${moment(to + 1)}`
    return to >= end ? `after ${moment(from)}` : `${moment(from)} to ${moment(to + 1)}`
  }
  const listed = unread.slice(0, mostListed).map(span).join(', ')
  const others = unread.length - mostListed
  return others > 0 ? `Not in the archive yet: ${listed} and ${others} more.` : `Not in the archive yet: ${listed}.`
}

function lateSentence({ period, horizon, windowDays }: Facts, moment: Moment): string {
  const until = horizon.opensRefreshedUntil
  if (until === null)
    return 'Opens, clicks and states that came after the messages were read are not in the archive yet.'
  if (windowDays !== null && period.to < until - windowDays * secondsPerDay) {
    const days = windowDays === 1 ? 'day' : `${windowDays} days`
    return `Some opens, clicks or states came later. The sync rereads only the last ${days}.`
  }
  return `Opens, clicks and states that came after ${moment(until)} are not in the archive yet.`
}
