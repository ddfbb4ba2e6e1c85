import type { CommandOutput } from '#shared/contract/table.ts'
import { sideBySide, type ComparedCounter } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import { reasonsOf } from '#shared/domain/statistics/reconciliation/difference-reasons.ts'
import { figureText } from '#shared/domain/statistics/figure-text.ts'
import { reasonSentence } from '#shared/domain/statistics/reconciliation/reason-sentences.ts'
import type { RecipientRate } from './recipient-rates.ts'

type Ours = CommandOutput<'recipients.get'>
type Theirs = CommandOutput<'recipients.askService'>['counters']

/** Our counters next to the service’s, which are null if the service has no such counter or has not responded yet. */
export function comparedCounters(ours: Ours['counters'], theirs: Theirs | undefined): ComparedCounter[] {
  return sideBySide(ours, theirs && { ...theirs, messages: theirs['requested'] ?? null })
}

/** Our non-zero counters with their rates, on one line. */
export function countersLine(
  counters: readonly ComparedCounter[],
  rates: readonly RecipientRate[],
  formats: { readonly locale: string; number(value: number): string },
): string {
  const counted = counters.filter(({ ours }) => ours > 0)
  return counted
    .map(({ name, label, ours }) => {
      const rate = rates.find(({ counter }) => counter === name)
      const share = rate ? ` (${figureText(rate.figure, rate.value, formats)})` : ''
      return `${label} ${formats.number(ours)}${share}`
    })
    .join(' · ')
}

/**
 * Returns the likely reasons for the differences between the counters; empty if they agree. The service counts all
 * messages ever sent.
 */
export function differences(
  counters: readonly ComparedCounter[],
  { horizon, erased }: Pick<Ours, 'horizon' | 'erased'>,
  moment: (second: number) => string,
): string[] {
  // The sandbox’s clock may be ahead of this computer’s.
  const now = Math.max(Math.floor(Date.now() / 1000), horizon.completeUntil ?? 0, horizon.lastSync ?? 0)
  const circumstances = { period: { from: 0, to: now }, horizon, startsAt: null, hasErased: erased, now }
  return reasonsOf(counters, circumstances).map((reason) =>
    reasonSentence(reason, { ...circumstances, windowDays: null }, moment),
  )
}
