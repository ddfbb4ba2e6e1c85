import { AppError } from '#shared/contract/base/error.ts'
import type { Settings } from '#shared/contract/settings.ts'

type Change = Partial<Settings>

/**
 * The settings on screen: those last received, with this page's own changes that are being saved. So no switch feels stuck
 * on a slow disk, and neither settings received meanwhile nor a change that fails undoes another change.
 */
export class OptimisticSettings {
  shown = $state.raw<Settings>() as Settings
  #received: Settings
  #pending: readonly Change[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: Settings) {
    this.shown = this.#received = settings
  }

  receive(settings: Settings): void {
    this.#received = settings
    this.#draw()
  }

  async change(change: Change, save: (change: Change) => Promise<unknown>): Promise<void> {
    this.#pending = [...this.#pending, change]
    this.#draw()
    // Replies may overtake each other; the last change is the one that stays.
    const before = this.#last
    const saved = save(change)
    const settled = saved.then(
      () => before,
      (thrown: unknown) => before.then(() => Promise.reject(AppError.from(thrown))),
    )
    this.#last = settled.catch(() => undefined)
    try {
      await settled
      this.#received = merged(this.#received, change)
    } catch (thrown) {
      // While the host is gone, a banner says so, and the choice stays on screen.
      if (!(thrown instanceof AppError) || !(thrown.code === 'host-gone' || thrown.code === 'foreign-host'))
        throw thrown
      this.#received = merged(this.#received, change)
    } finally {
      this.#pending = this.#pending.filter((other) => other !== change)
      this.#draw()
    }
  }

  #draw(): void {
    this.shown = this.#pending.reduce(merged, this.#received)
  }
}

function merged(settings: Settings, change: Change): Settings {
  return { ...settings, ...change, viewState: { ...settings.viewState, ...change.viewState } }
}
