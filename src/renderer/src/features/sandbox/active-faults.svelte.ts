import type { FaultKind } from '#shared/contract/base/faults.ts'
import type { Host } from '../../lib/host/host.ts'

/** The kinds of faults that are active in the sandbox, for every view in which the user may wonder why a call fails. */
export class ActiveFaults {
  kinds = $state.raw<readonly FaultKind[]>([])
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  /** Follows all changes until the returned function is called. */
  follow(): () => void {
    let isLate = false
    const stop = this.#host.subscribe((event) => {
      if (event.name !== 'sandbox.changed') return
      isLate = true
      this.kinds = event.payload.faults
    })
    void this.#host
      .invoke('sandbox.state')
      .then((state) => {
        if (!isLate) this.kinds = state?.faults ?? []
      })
      .catch(() => undefined)
    return stop
  }
}
