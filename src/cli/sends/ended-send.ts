import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { hasEnded, sendStateLabels, settledOf } from '#shared/domain/sends/send-states.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'

export type SendCounts = Pick<
  SendSummary,
  'id' | 'restOf' | 'recipients' | 'sent' | 'refused' | 'unknown' | 'absent'
> & {
  /** The state in the page’s wording. */
  readonly state: string
  /** Recipients for whom no call was made. */
  readonly waiting: number
}

export function stateOf({ state }: Pick<SendSummary, 'state'>): string {
  return sendStateLabels[state].toLowerCase()
}

export function countsOf(send: SendSummary): SendCounts {
  const { id, restOf, recipients, sent, refused, unknown, absent } = send
  return {
    id,
    restOf,
    state: stateOf(send),
    recipients,
    sent,
    refused,
    unknown,
    absent,
    waiting: recipients - settledOf(send),
  }
}

/** Counts calls without a response as unknown, because the command no longer waits for them. */
export function withoutAnswers({ summary, batches }: CommandOutput<'sends.get'>): SendSummary {
  const open = batches.reduce((sum, { state, recipients }) => (state === 'sending' ? sum + recipients : sum), 0)
  return { ...summary, unknown: summary.unknown + open }
}

export function endedText(send: SendSummary): string {
  const { sent, refused, unknown, absent, waiting, recipients, id } = countsOf(send)
  const parts = [
    `Sent to ${english.number(sent)} of ${plural(english, recipients, 'recipient')}.`,
    ...(refused > 0 ? [`Refused for ${plural(english, refused, 'recipient')}.`] : []),
    ...(unknown > 0
      ? [
          `The outcome is unknown for ${plural(english, unknown, 'recipient')}: the response was lost, so the message won’t be sent to them again.`,
        ]
      : []),
    ...(absent > 0
      ? [`Not sent to ${plural(english, absent, 'recipient')}: the service has no record of their calls.`]
      : []),
    ...(waiting > 0 ? [`Not sent to ${plural(english, waiting, 'recipient')}.`] : []),
    ...(send.note === '' ? [] : [send.note]),
    ...(waiting > 0 && waiting < recipients && !hasEnded(send) ? [`To continue: mailroom sends resume ${id}`] : []),
    ...(hasEnded(send) && refused + absent + waiting > 0
      ? [`To send to those who did not get the message: mailroom sends rest ${id}`]
      : []),
  ]
  return parts.join(' ')
}

export function endedCode(send: SendSummary, { isInterrupted }: { readonly isInterrupted: boolean }): ExitCode {
  const { unknown, sent, recipients } = send
  if (isInterrupted && !hasEnded(send)) return exitCodes.interrupted
  if (unknown > 0) return exitCodes.unknown
  if (sent === recipients) return exitCodes.done
  return sent > 0 ? exitCodes.partly : exitCodes.failed
}

/** A command’s result as a line of text or JSON. */
export function endedLine(send: SendSummary, isJson: boolean): string {
  return `${isJson ? JSON.stringify({ event: 'done', ...countsOf(send) }) : endedText(send)}\n`
}
