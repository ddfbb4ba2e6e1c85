import type { Horizon } from '../../contract/archive.ts'
import type { MessageEvent } from '../../contract/messages.ts'
import { withoutBidiControls } from '../../text/visible.ts'
import { plural, type NumberFormat } from '../base/plural.ts'
import { doubts } from './machine-opens.ts'
import type { Message } from './record.ts'

type Answered = Pick<Message, 'subject' | 'email' | 'createdDate' | 'lastState' | 'lastStateDate' | 'open' | 'click'> &
  Pick<Message, 'reason'>
type Known = {
  readonly message: Answered
  readonly events: readonly MessageEvent[]
  readonly horizon: Pick<Horizon, 'lastSync' | 'opensRefreshedUntil'>
}
type AnswerFormats = NumberFormat & { zonedDateTime(milliseconds: number): string }

/**
 * Describes a message’s outcome in a sentence for a ticket. The sentence names the message, its recipient and the time
 * zone.
 */
export function answer(known: Known, formats: AnswerFormats): string {
  const { subject, email } = known.message
  const name = withoutBidiControls(subject).trim()
  const outcome = fate(known, formats)
  return name === '' ? `A message without a subject to ${email} ${outcome}` : `“${name}” to ${email} ${outcome}`
}

/**
 * Describes the same outcome for a reader who is looking at the message, so the sentence names neither subject nor
 * recipient.
 */
export function headline(known: Known, formats: AnswerFormats): string {
  return `This message ${fate(known, formats)}`
}

function fate({ message, events, horizon }: Known, formats: AnswerFormats): string {
  const { lastState, lastStateDate, reason } = message
  const when = formats.zonedDateTime(lastStateDate)
  const done = [...timesDone('open', message, events, formats), ...timesDone('click', message, events, formats)]
  /** The time up to which a statement such as “not opened” is known to hold, because a later report may change it. */
  const asOf = (second: number | null) => formats.zonedDateTime(Math.max(lastStateDate, (second ?? 0) * 1000))
  const because = reason ? ` Reason: ${reason}` : ''
  const reached = done.length > 0 ? `was ${listed(done)}` : 'arrived'
  switch (lastState) {
    case 'delivered':
      if (done.length > 0) return `was ${listed([`delivered on ${when}`, ...done])}.${because}`
      return `was delivered on ${when} and not opened as of ${asOf(horizon.opensRefreshedUntil)}.${because}`
    case 'unsubscribed':
      return `${reached}; the recipient unsubscribed on ${when}.${because}`
    case 'complaint':
      return `${reached}; the recipient reported it as spam on ${when}.${because}`
    case 'requested':
    case 'scheduled':
    case 'deferred':
      // An open or a click proves that the message arrived, although no delivery was reported.
      if (done.length > 0) return `${reached}.${because}`
      return `${waiting[lastState]} ${when}, with no delivery as of ${asOf(horizon.lastSync)}.${because}`
  }
  const ended = Object.hasOwn(endings, lastState)
    ? endings[lastState]!(when)
    : `has had the state “${lastState}” since ${when}`
  return `${ended}.${because}${done.length > 0 ? `${endOf(because)} It was ${listed(done)}.` : ''}`
}

const waiting = {
  requested: 'was accepted by the service on',
  scheduled: 'has been scheduled since',
  deferred: 'has been deferred since',
} as const

const endings: Readonly<Record<string, (when: string) => string>> = {
  hardbounced: (when) => `hard-bounced on ${when}`,
  softbounced: (when) => `soft-bounced on ${when}`,
  rejected: (when) => `was rejected by the service on ${when} and not sent`,
  filtered: (when) => `was filtered out by the service on ${when} and not sent`,
  error: (when) => `was not sent because of an error at the service on ${when}`,
}

/** A reason is the service’s own text, with or without a full stop. */
function endOf(sentence: string): string {
  return sentence === '' || /[.!?]$/.test(sentence) ? '' : '.'
}

/** For example "opened 3 times (2 probably by a machine)". Empty if it never happened. */
function timesDone(
  kind: MessageEvent['kind'],
  message: Answered,
  events: readonly MessageEvent[],
  formats: NumberFormat,
) {
  const count = message[kind]
  if (count === 0) return []
  const times = count === 1 ? 'once' : count === 2 ? 'twice' : plural(formats, count, 'time')
  const machines = Math.min(count, machineCount(kind, message, events))
  const verb = kind === 'open' ? 'opened' : 'clicked'
  if (machines === 0) return [`${verb} ${times}`]
  const share = machines === count ? '' : `${formats.number(machines)} `
  return [`${verb} ${times} (${share}probably by a machine)`]
}

/** Returns how many opens or clicks were probably caused by a machine. Only those with details are examined. */
export function machineCount(
  kind: MessageEvent['kind'],
  message: Pick<Message, 'createdDate' | 'lastStateDate' | 'lastState'>,
  events: readonly MessageEvent[],
): number {
  const marks = doubts(events, message)
  return events.filter((event, at) => event.kind === kind && marks[at]?.kind === 'machine').length
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
