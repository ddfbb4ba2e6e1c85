import { AppError } from '#shared/contract/base/error.ts'

/**
 * An action that the user starts and waits for, such as saving a form. Shows whether it is running, and why it failed.
 */
export class Attempt {
  busy = $state(false)
  failure = $state.raw<AppError | null>(null)

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
      return false
    } finally {
      this.busy = false
    }
  }
}
