import { AppError } from '#shared/contract/base/error.ts'
import type { Fault } from '#shared/contract/base/faults.ts'
import type { Host } from '../../lib/host/host.ts'

/**
 * The faults that the user selected. They are shown immediately and sent one change at a time, so that a slow response
 * neither overtakes a later change nor overwrites what is being typed.
 */
export class FaultSwitches {
  chosen = $state.raw<readonly Fault[]>()
  error = $state.raw<AppError>()
  /** True while changes are being sent to the sandbox. */
  pending = $state(false)
  readonly #host: Host
  /** Incremented with every change; faults requested before the latest change are out of date. */
  #turn = 0
  /** The selected faults that have not been sent yet; null if there are none. */
  #wanted: readonly Fault[] | null = null

  constructor(host: Host) {
    this.#host = host
  }

  /** Reads changes made by a program. Skipped while a change is being sent, because its response will include them. */
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

  /**
   * Throws if the sandbox rejects the faults. If another change is being sent, returns immediately, and these faults
   * are sent after that change.
   */
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
