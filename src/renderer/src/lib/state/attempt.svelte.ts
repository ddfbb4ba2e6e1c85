import { AppError } from '#shared/contract/base/error.ts'
import { Presence } from '../ui/feedback/presence.svelte.ts'

/**
 * An action that the user starts and waits for, such as saving a form. Shows whether it is running, and why it failed.
 */
export class Attempt {
  busy = $state(false)
  failure = $state.raw<AppError | null>(null)
  readonly #presence: Presence | null
  readonly #failLate: (error: AppError) => void

  /** `failLate` reports a failure that the component of this attempt can’t show, because the user closed it. */
  constructor(failLate?: (error: AppError) => void) {
    this.#failLate = failLate ?? (() => undefined)
    this.#presence = failLate ? new Presence() : null
  }

  /** Whether the user closed the component, perhaps for another view, which the attempt must not replace. */
  get isLeft(): boolean {
    return this.#presence?.isLeft ?? false
  }

  /** Resolves to whether the work succeeded. While an attempt is running, no other begins. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.failure = null
    try {
      await work()
      return true
    } catch (thrown) {
      this.failure = AppError.from(thrown)
      if (this.isLeft) this.#failLate(this.failure)
      return false
    } finally {
      this.busy = false
    }
  }
}
