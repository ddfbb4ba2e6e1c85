import type { AppError } from '#shared/contract/base/error.ts'
import type { OutcomeCheck } from './outcome.ts'

export type Effect = {
  /** Chosen by a caller that wants to find it again; a new one where it is absent. */
  readonly id: string | undefined
  readonly operation: string
  readonly check: OutcomeCheck
}

/** One effect from before it leaves this computer until it is known what became of it. The first word counts. */
export type EffectNote = {
  readonly id: string
  /** Aborted when somebody does not want to wait for the answer any longer. */
  readonly signal: AbortSignal
  /** The service said what it did, or nothing was asked of it. */
  settle(): void
  /** Its answer is lost: `error` is the `outcome-unknown` that the caller gets. */
  lose(error: AppError): void
}

/** Where effects are noted down, so that even a Mailroom that was killed knows what it may have done. */
export type EffectJournal = {
  /** Rejects where it cannot be noted down: then nothing is asked of the service. */
  begin(effect: Effect): Promise<EffectNote>
}
