import { AppError } from '#shared/contract/error.ts'
import type { Fault } from '#shared/domain/fault.ts'
import type { Host } from '../../lib/host/host.ts'

/**
 * The faults as they were chosen here. They are shown at once and sent one choice after the other, so that a slow answer
 * neither overtakes a later choice nor takes back what is being typed.
 */
export class FaultSwitches {
  chosen = $state.raw<readonly Fault[]>()
  error = $state.raw<AppError>()
  /** While it is not yet so in the sandbox. */
  pending = $state(false)
  readonly #host: Host
  /** What was read before a choice is no news any more. */
  #turn = 0

  constructor(host: Host) {
    this.#host = host
  }

  load = async (): Promise<void> => {
    const turn = ++this.#turn
    try {
      const faults = await this.#host.invoke('sandbox.faults')
      if (turn !== this.#turn) return
      this.chosen = faults
      this.error = undefined
    } catch (thrown) {
      if (turn === this.#turn) this.error = AppError.from(thrown)
    }
  }

  /** Ends when the last choice is in force; throws where the sandbox did not take it, and shows what it has. */
  async choose(faults: readonly Fault[]): Promise<void> {
    this.#turn++
    this.chosen = faults
    if (this.pending) return
    this.pending = true
    try {
      let inForce: readonly Fault[]
      do {
        faults = this.chosen
        inForce = await this.#host.invoke('sandbox.setFaults', { faults: faults.map((fault) => ({ ...fault })) })
      } while (faults !== this.chosen)
      this.chosen = inForce
    } catch (thrown) {
      await this.load()
      throw thrown
    } finally {
      this.pending = false
    }
  }
}
