import type { Clock } from '#core/base/ports.ts'
import { hostChannels } from '#shared/contract/host.ts'

/** What follows the save: quitting Mailroom, or closing this window. The question’s button shows this word. */
export type EndingVerb = 'Quit' | 'Close'

type Needs = {
  /** Returns false if no page could respond. */
  tell(channel: typeof hostChannels.closing | typeof hostChannels.stay): boolean
  /** Whether the page has stopped responding to the user, in which case there is no point in waiting for it. */
  isHanging(): boolean
  /** Asks whether to give up what the page is still saving. An aborted signal closes the question. */
  askLate(verb: EndingVerb, signal: AbortSignal): Promise<boolean>
  readonly clock: Clock
}

/** How long a page may take to save. After that, the user is asked. A page that hangs is not waited for any longer. */
const patienceMilliseconds = 2000

/** How long a user who chose to wait is left alone before the question is asked again. */
const waitMilliseconds = 10_000

/** Makes the window’s page save what was typed last before the core closes. */
export class PageSaves {
  readonly #needs: Needs
  #saving: PromiseWithResolvers<number> | null = null
  #ending: Promise<number> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /**
   * Saves the page’s drafts and returns how many could not be saved. The user may give up a slow save. While a save is
   * in progress, no second one begins.
   */
  saveAll(verb: EndingVerb): Promise<number> {
    this.#ending ??= this.#saveOrAsk(verb).finally(() => (this.#ending = null))
    return this.#ending
  }

  /** Saves what can be saved in the few seconds before the session ends, without asking the user. */
  async saveInTime(): Promise<void> {
    await this.#within(patienceMilliseconds, this.#save())
  }

  /** Called when the page has saved what it could, and when its window or process is gone. */
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

  /** Returns null if the page has not saved within this time. */
  async #within(milliseconds: number, saving: Promise<number>): Promise<number | null> {
    const late = Promise.withResolvers<null>()
    const patience = this.#needs.clock.after(milliseconds, () => late.resolve(null))
    const unsaved = await Promise.race([saving, late.promise])
    patience.cancel()
    return unsaved
  }

  /** Asks whether to give up the save. The question closes if the page finishes saving first. */
  #isGivenUp(verb: EndingVerb, saving: Promise<number>): Promise<boolean> {
    const closing = new AbortController()
    void saving.then(() => closing.abort())
    return this.#needs.askLate(verb, closing.signal)
  }
}
