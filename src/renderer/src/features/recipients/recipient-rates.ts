import type { RecipientCounters } from '#shared/contract/recipients.ts'
import type { Counters } from '#shared/contract/statistics.ts'
import type { ComparedName } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import { figures, type Figure, type FigureId, type FigureValue } from '#shared/domain/statistics/figures.ts'

export type RecipientRate = { readonly counter: ComparedName; readonly figure: Figure; readonly value: FigureValue }

const counterOf: Readonly<Partial<Record<FigureId, ComparedName>>> = {
  delivered: 'delivered',
  soft: 'softbounced',
  hard: 'hardbounced',
  opened: 'opener',
  clicked: 'clicker',
  unsubscribed: 'unsubscribed',
  complaints: 'complaint',
}

/** Returns the dashboard’s rates for a single recipient, each with its counter. */
export function recipientRates(counters: RecipientCounters): RecipientRate[] {
  const counted = countersOf(counters)
  return figures.flatMap((figure) => {
    const counter = counterOf[figure.id]
    return counter ? [{ counter, figure, value: figure.read(counted) }] : []
  })
}

/**
 * The figures are based on last states. Recipients who unsubscribed or complained have received the message, so it counts
 * as delivered here.
 */
function countersOf(counters: RecipientCounters): Counters {
  const { messages, delivered, hardbounced, softbounced, notSent, unsubscribed, complaint } = counters
  const states = {
    delivered: Math.max(0, delivered - unsubscribed - complaint),
    unsubscribed,
    complaint,
    hardbounced,
    softbounced,
    rejected: notSent,
    requested: Math.max(0, messages - delivered - hardbounced - softbounced - notSent),
  }
  const { open, click, opener, clicker } = counters
  return { messages, states, open, click, opened: opener, clicked: clicker }
}
