import type { SendSummary } from '#shared/contract/base/sends.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'
import { failureOf, type SendFailure } from '#shared/domain/sends/send-failures.ts'
import { hasEnded, sendStateLabels, settledOf } from '#shared/domain/sends/send-states.ts'
import type { BadgeLook } from '../../../lib/ui/badges/badge-look.ts'

type State = SendSummary['state']
type Counts = Readonly<Record<string, number>>

const looks: Readonly<Record<State, BadgeLook>> = {
  waiting: { label: sendStateLabels.waiting, icon: 'clock', tone: 'accent' },
  sending: { label: sendStateLabels.sending, icon: 'send', tone: 'accent' },
  paused: { label: sendStateLabels.paused, icon: 'pause', tone: 'warn' },
  interrupted: { label: sendStateLabels.interrupted, icon: 'alert-triangle', tone: 'warn' },
  sent: { label: sendStateLabels.sent, icon: 'check-circle', tone: 'ok' },
  stopped: { label: sendStateLabels.stopped, icon: 'ban', tone: 'neutral' },
  failed: { label: sendStateLabels.failed, icon: 'alert-circle', tone: 'danger' },
}

/**
 * A send that some recipients did not get, or may not have got, must not look successful. `counts` are based on the send’s
 * records: a service may accept a message and then reject or filter it.
 */
export function sendLook(formats: NumberFormat, summary: SendSummary, counts: Counts = {}): BadgeLook {
  const { state, recipients, refused, unknown, absent, sent } = summary
  if (state !== 'sent') return looks[state]
  const failure = failureOf(counts)
  if (refused === 0 && unknown === 0 && absent === 0) {
    return failure === null ? looks.sent : failureLook(formats, failure, recipients)
  }
  if (unknown > 0) {
    return { label: unknown === recipients ? 'Unknown' : 'Partly unknown', icon: 'alert-triangle', tone: 'warn' }
  }
  if (sent <= (failure?.count ?? 0)) return looks.failed
  return { label: refused > 0 ? 'Partly refused' : 'Partly sent', icon: 'alert-triangle', tone: 'warn' }
}

function failureLook(formats: NumberFormat, { count, word }: SendFailure, recipients: number): BadgeLook {
  const isAll = count >= recipients
  const verb = word === 'failed' || word === 'bounced' ? word : `${count === 1 ? 'was' : 'were'} ${word}`
  const all =
    recipients === 1 ? word.charAt(0).toUpperCase() + word.slice(1) : `All ${formats.number(recipients)} ${verb}`
  return isAll
    ? { label: all, icon: 'alert-circle', tone: 'danger' }
    : { label: `${formats.number(count)} ${verb}`, icon: 'alert-triangle', tone: 'warn' }
}

/** Whether nothing has been sent yet, so that the send can become a draft again. */
export function isUntouched(summary: SendSummary): boolean {
  return !hasEnded(summary) && settledOf(summary) + summary.underWay === 0 && summary.state !== 'sending'
}

/** Describes the results so far, for example “1,200 of 5,000 sent, 3 refused”. */
export function progressOf(formats: NumberFormat, summary: SendSummary): string {
  const { sent, refused, unknown, absent, underWay, recipients, state } = summary
  const parts = [
    sent === recipients
      ? `Sent to ${plural(formats, sent, 'recipient')}`
      : `${formats.number(sent)} of ${formats.number(recipients)} sent`,
  ]
  if (refused > 0) parts.push(`${formats.number(refused)} refused`)
  if (unknown > 0) parts.push(`${formats.number(unknown)} unknown`)
  if (absent > 0) parts.push(`${formats.number(absent)} not sent`)
  // While the send is running, some messages are always in transit.
  if (underWay > 0 && state !== 'sending') parts.push(`${formats.number(underWay)} in progress`)
  return parts.join(', ')
}

/** Describes the effect of cancelling now. */
export function cancelWords(formats: NumberFormat, summary: SendSummary): { title: string; message: string } {
  if (isUntouched(summary))
    return {
      title: 'Cancel this send?',
      message: 'Nothing has been sent yet. The message becomes a draft again, unchanged.',
    }
  const left = summary.recipients - settledOf(summary) - summary.underWay
  const title = 'Cancel the rest of this send?'
  if (left === 0)
    return {
      title,
      message: 'Every message has already been handed to the service, so there is nothing left to cancel.',
    }
  const who = plural(formats, left, 'recipient')
  const later = summary.state === 'sending' ? ' Pause instead if you want to continue later.' : ''
  return {
    title,
    message: `Messages already sent can’t be recalled. Nothing more will be sent, so ${who} won’t get the message.${later}`,
  }
}

/** A number larger than any time in milliseconds. */
const era = 1e15

/**
 * Returns a sort key for descending order: waiting sends with the next one on top, then sends in progress, then the
 * history, newest first.
 */
export function placeInTime(send: SendSummary): number {
  if (send.state === 'waiting') return 3 * era - send.at
  return hasEnded(send) ? send.at : era + send.at
}

/** The known facts when a send could not be started. A lost response leaves open whether it was. */
export function notStarted(isUnsure: boolean): string {
  if (!isUnsure) return 'Nothing was sent.'
  return 'It isn’t known whether the send has started. Look under “Sent and scheduled” before you try again.'
}
