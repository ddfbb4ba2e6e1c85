import { AppError } from '#shared/contract/base/error.ts'
import type { Fault } from '#shared/domain/sandbox/fault.ts'
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
  /** Chosen, and not yet sent. */
  #wanted: readonly Fault[] | null = null

  constructor(host: Host) {
    this.#host = host
  }

  /** What a program changed meanwhile. While a choice is on its way, its answer will tell. */
  load = async (): Promise<void> => {
    if (!this.pending) await this.#read()
  }

  async #read(): Promise<void> {
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

  /** Throws where the sandbox did not take it. While a choice is on its way, that one goes on with this. */
  async choose(faults: readonly Fault[]): Promise<void> {
    this.#turn++
    this.chosen = this.#wanted = faults
    if (this.pending) return
    this.pending = true
    try {
      await this.#send()
    } finally {
      this.pending = false
    }
  }

  async #send(): Promise<void> {
    let refusal: unknown
    while (this.#wanted) {
      const faults = this.#wanted.map((fault) => ({ ...fault }))
      this.#wanted = null
      try {
        const inForce = await this.#host.invoke('sandbox.setFaults', { faults })
        refusal = undefined
        this.#turn++
        this.error = undefined
        if (!this.#wanted) this.chosen = inForce
      } catch (thrown) {
        refusal = thrown
        if (!this.#wanted) await this.#read()
      }
    }
    if (refusal !== undefined) throw AppError.from(refusal)
  }
}
