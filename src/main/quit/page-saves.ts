import type { Clock } from '#core/base/ports.ts'
import { hostChannels } from '#shared/contract/host.ts'

/** The end that follows the save, as named on the button of the question. */
export type EndingVerb = 'Quit' | 'Close'

type Needs = {
  /** Returns false if no page could respond. */
  tell(channel: typeof hostChannels.closing | typeof hostChannels.stay): boolean
  /** Whether the page does not respond to the user either, so that waiting for it is pointless. */
  isHanging(): boolean
  /** Asks whether to give up what the page is still saving. An aborted signal closes the question. */
  askLate(verb: EndingVerb, signal: AbortSignal): Promise<boolean>
  readonly clock: Clock
}

/** After this time, the user is asked, or a page that hangs is no longer waited for. */
const patienceMilliseconds = 2000

/** A user who chose to wait is not asked again soon. */
const waitMilliseconds = 10_000

/** Makes the window’s page save recent typing before the core closes. */
export class PageSaves {
  readonly #needs: Needs
  #saving: PromiseWithResolvers<number> | null = null
  #ending: Promise<number> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /**
   * Returns how many drafts could not be saved. The user may give up a save that takes long. While a save is in
   * progress, no second one begins.
   */
  saveAll(verb: EndingVerb): Promise<number> {
    this.#ending ??= this.#saveOrAsk(verb).finally(() => (this.#ending = null))
    return this.#ending
  }

  /** Saves what can be saved in the time that the end of a session leaves, without a question. */
  async saveInTime(): Promise<void> {
    await this.#within(patienceMilliseconds, this.#save())
  }

  /** Called when the page has saved what it could, and when it is gone. */
  saved(unsaved: number): void {
    this.#saving?.resolve(unsaved)
    this.#saving = null
  }

  /** Called if Mailroom stays open after all: the page then accepts input again. */
  stay(): void {
    this.#needs.tell(hostChannels.stay)
  }

  async #saveOrAsk(verb: EndingVerb): Promise<number> {
    const saving = this.#save()
    let unsaved = await this.#within(patienceMilliseconds, saving)
    while (unsaved === null) {
      if (this.#needs.isHanging() || (await this.#isGivenUp(verb, saving))) this.saved(0)
      unsaved = await this.#within(waitMilliseconds, saving)
    }
    return unsaved
  }

  #save(): Promise<number> {
    if (this.#saving) return this.#saving.promise
    if (!this.#needs.tell(hostChannels.closing)) return Promise.resolve(0)
    this.#saving = Promise.withResolvers()
    return this.#saving.promise
  }

  /** Null if the page has not saved in this time. */
  async #within(milliseconds: number, saving: Promise<number>): Promise<number | null> {
    const late = Promise.withResolvers<null>()
    const patience = this.#needs.clock.after(milliseconds, () => late.resolve(null))
    const unsaved = await Promise.race([saving, late.promise])
    patience.cancel()
    return unsaved
  }

  /** The question closes when the page has saved after all. */
  #isGivenUp(verb: EndingVerb, saving: Promise<number>): Promise<boolean> {
    const closing = new AbortController()
    void saving.then(() => closing.abort())
    return this.#needs.askLate(verb, closing.signal)
  }
}
