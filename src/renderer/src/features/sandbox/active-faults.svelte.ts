import type { FaultKind } from '#shared/contract/base/faults.ts'
import { onReturn } from '../../lib/host/host-away.ts'
import type { Host } from '../../lib/host/host.ts'

/** The kinds of faults that are active in the sandbox, for every view in which the user may wonder why a call fails. */
export class ActiveFaults {
  kinds = $state.raw<readonly FaultKind[]>([])
  readonly #host: Host
  #events = 0

  constructor(host: Host) {
    this.#host = host
  }

  /** Follows all changes until the returned function is called. */
  follow(): () => void {
    const stopEvents = this.#host.subscribe((event) => {
      if (event.name !== 'sandbox.changed') return
      this.#events++
      this.kinds = event.payload.faults
    })
    const stopReturns = onReturn(this.#host, () => this.#read())
    this.#read()
    return () => {
      stopEvents()
      stopReturns()
    }
  }

  #read(): void {
    const before = this.#events
    this.#host.invoke('sandbox.state').then(
      (state) => {
        // An event that arrived during the request is newer than the response.
        if (this.#events === before) this.kinds = state?.faults ?? []
      },
      () => undefined,
    )
  }
}
