import type { AppError } from '#shared/contract/base/error.ts'
import type { OutcomeCheck } from './outcome.ts'

export type Effect = {
  /** Chosen by a caller that wants to find the effect again. Defaults to a new id. */
  readonly id: string | undefined
  readonly operation: string
  readonly check: OutcomeCheck
}

/**
 * Follows one effect from before it is sent until its outcome is known. Only the first call of `settle` or `lose` counts.
 */
export type EffectNote = {
  readonly id: string
  /** Aborted when the user stops waiting for the response. */
  readonly signal: AbortSignal
  /** Must be called once the outcome is known, because the service has responded or nothing was sent to it. */
  settle(): void
  /** Must be called if the response was lost. `error` is the `outcome-unknown` error that the caller gets. */
  lose(error: AppError): void
}

/** Where effects are noted, so that Mailroom has a record of what it may have done even after it was killed. */
export type EffectJournal = {
  /** Rejects if the effect cannot be noted, in which case nothing is sent to the service. */
  begin(effect: Effect): Promise<EffectNote>
}
