import type { AppError } from '#shared/contract/base/error.ts'
import type { OutcomeCheck } from './outcome.ts'

export type Effect = {
  /** Chosen by a caller that wants to find the effect again; a new id by default. */
  readonly id: string | undefined
  readonly operation: string
  readonly check: OutcomeCheck
}

/** Follows one effect from before it is sent until its outcome is known. Only the first call counts. */
export type EffectNote = {
  readonly id: string
  /** Aborted when the user stops waiting for the response. */
  readonly signal: AbortSignal
  /** The outcome is known: the service responded, or nothing was sent to it. */
  settle(): void
  /** The response was lost: `error` is the `outcome-unknown` that the caller gets. */
  lose(error: AppError): void
}

/** Where effects are noted, so that even after a kill Mailroom knows what it may have done. */
export type EffectJournal = {
  /** Rejects if the effect cannot be noted: then nothing is sent to the service. */
  begin(effect: Effect): Promise<EffectNote>
}
