import type { DifferenceReason } from '../../contract/statistics.ts'
import { secondsPerDay } from '../base/durations.ts'
import type { Period } from '../archive/horizon.ts'
import { unreadParts, type Circumstances } from './difference-reasons.ts'

type Facts = Omit<Circumstances, 'hasErased'> & {
  /** The sync reads messages of the last days again; null where that is not known. */
  readonly windowDays: number | null
}

/** Writes a second since the epoch for the reader. */
type Moment = (second: number) => string

const mostListed = 3

/** A reason in a sentence with its dates. */
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
        ? 'The day is not over.'
        : `The day is not over: the archive has it up to ${moment(completeUntil)}.`
    case 'late':
      return lateSentence(facts, moment)
    default:
      return sentences[reason]
  }
}

const sentences: Readonly<
  Record<Exclude<DifferenceReason, 'before-archive' | 'unread' | 'unfinished' | 'late'>, string>
> = {
  erased: 'People were erased from the archive, and their messages are probably the missing ones.',
  kept: 'The archive keeps messages that the service no longer counts.',
  'last-state':
    'Somebody both unsubscribed and complained: the service counts both, and the archive the later of the two.',
  people: 'The archive counts messages that were opened or clicked; the service seems to count people.',
  'event-day':
    'The sums agree: the service seems to count opens and clicks on the day they happened, and the archive on the day of their message.',
  unexplained: 'No known reason explains this.',
}

function unreadSentence(facts: Facts, moment: Moment): string {
  const { unread } = unreadParts(facts)
  const end = Math.min(facts.period.to, facts.now)
  const [first] = unread
  if (!first || (first.from <= facts.period.from && first.to >= end)) return 'The archive has not read this period.'
  const span = ({ from, to }: Period) => {
    if (from <= facts.period.from) return `up to ${moment(to + 1)}`
    return to >= end ? `after ${moment(from)}` : `${moment(from)} to ${moment(to + 1)}`
  }
  const listed = unread.slice(0, mostListed).map(span).join(', ')
  const others = unread.length - mostListed
  return `The archive has not read everything: ${listed}${others > 0 ? ` and ${others} more` : ''} is missing.`
}

function lateSentence({ period, horizon, windowDays }: Facts, moment: Moment): string {
  const until = horizon.opensRefreshedUntil
  if (until === null)
    return 'Opens, clicks and states that came after the messages were read are not in the archive yet.'
  if (windowDays !== null && period.to < until - windowDays * secondsPerDay) {
    const days = windowDays === 1 ? 'day' : `${windowDays} days`
    return `Opens, clicks or states came later: the sync reads only the last ${days} again.`
  }
  return `Opens, clicks and states that came after ${moment(until)} are not in the archive yet.`
}
