import type { SendSummary } from '#shared/contract/base/sends.ts'
import { settledOf } from '#shared/domain/sends/send-states.ts'

/** Describes when a send starts or started. Empty if it was cancelled before its first call. */
export function leftText(summary: SendSummary, moment: string): string {
  const { state, isScheduled, sent, unknown } = summary
  if (state === 'waiting')
    return isScheduled ? `Will be sent on ${moment} if Mailroom is running` : 'Sending in a moment'
  if (sent + unknown > 0 || state === 'sending') return `Started on ${moment}`
  return settledOf(summary) > 0 ? `Tried on ${moment}` : ''
}
