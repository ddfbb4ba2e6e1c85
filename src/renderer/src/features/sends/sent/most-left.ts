import type { SendSummary } from '#shared/contract/base/sends.ts'
import { hasEnded } from '#shared/domain/sends/send-states.ts'

/**
 * Returns the maximum number of recipients in a rest of this send, based on summaries alone. A list needs this number
 * for all of its sends, and a plan for each would read all of their recipients. People who have bounced or been erased
 * since then are still counted.
 */
export function mostLeft(sends: readonly SendSummary[], send: SendSummary): number {
  if (!hasEnded(send)) return 0
  const first = send.restOf ?? send.id
  // The recipients of a rest are those whom the first send did not reach; without that send, nothing is known about them.
  if (!sends.some(({ id }) => id === first)) return missedBy(send)
  let left = 0
  for (const member of sends) {
    if (member.id !== first && member.restOf !== first) continue
    if (hasEnded(member)) left += missedBy(member)
    if (member.restOf !== null) left -= member.recipients
  }
  return Math.max(0, Math.min(left, missedBy(send)))
}

const missedBy = ({ recipients, sent, unknown }: SendSummary): number => recipients - sent - unknown
