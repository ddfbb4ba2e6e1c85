import type { SendSummary } from '#shared/contract/base/sends.ts'
import { settledOf } from '#shared/domain/sends/send-states.ts'

/** When a send starts or started, in the words for its time. Empty if it was stopped before its first call. */
export function leftText(summary: SendSummary, moment: string): string {
  const { state, isScheduled, sent, unknown } = summary
  if (state === 'waiting') return isScheduled ? `Leaves on ${moment}, while Mailroom runs` : 'Leaves in a moment'
  if (sent + unknown > 0 || state === 'sending') return `Left on ${moment}`
  return settledOf(summary) > 0 ? `Tried on ${moment}` : ''
}
