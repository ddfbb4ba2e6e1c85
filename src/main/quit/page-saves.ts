import type { Clock } from '#core/base/ports.ts'
import { hostChannels } from '#shared/contract/host.ts'

type Needs = {
  /** Returns false if no page could respond. */
  tell(channel: typeof hostChannels.closing | typeof hostChannels.stay): boolean
  readonly clock: Clock
}

/** A page that hangs must not keep Mailroom from closing. */
const patienceMilliseconds = 2000

/** Makes the window’s page save recent typing before the core closes. */
export class PageSaves {
  readonly #needs: Needs
  #waiting: ((unsaved: number) => void) | null = null
  #saving: Promise<number> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Returns how many drafts could not be saved. While a save is in progress, no second one begins. */
  saveAll(): Promise<number> {
    this.#saving ??= this.#save().finally(() => (this.#saving = null))
    return this.#saving
  }

  async #save(): Promise<number> {
    if (!this.#needs.tell(hostChannels.closing)) return 0
    const { promise, resolve } = Promise.withResolvers<number>()
    this.#waiting = resolve
    const patience = this.#needs.clock.after(patienceMilliseconds, () => resolve(0))
    const unsaved = await promise
    patience.cancel()
    this.#waiting = null
    return unsaved
  }

  saved(unsaved: number): void {
    this.#waiting?.(unsaved)
  }

  /** Called if Mailroom stays open after all: the page then accepts input again. */
  stay(): void {
    this.#needs.tell(hostChannels.stay)
  }
}
