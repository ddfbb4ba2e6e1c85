import { AppError } from '#shared/contract/base/error.ts'
import type { Settings } from '#shared/contract/settings.ts'

type Change = Partial<Settings>

/**
 * What is shown: the settings as they were told, with the changes of this page that are on their way. So a slow disk makes no
 * switch feel stuck, and what is told meanwhile, or a change that fails, takes back nothing else.
 */
export class OwnSettings {
  shown = $state.raw<Settings>() as Settings
  #told: Settings
  #pending: readonly Change[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: Settings) {
    this.shown = this.#told = settings
  }

  told(settings: Settings): void {
    this.#told = settings
    this.#draw()
  }

  async change(change: Change, save: (change: Change) => Promise<unknown>): Promise<void> {
    this.#pending = [...this.#pending, change]
    this.#draw()
    // Answers may overtake each other; what was changed last is what stays.
    const before = this.#last
    const saved = save(change)
    const settled = saved.then(
      () => before,
      (thrown: unknown) => before.then(() => Promise.reject(AppError.from(thrown))),
    )
    this.#last = settled.catch(() => undefined)
    try {
      await settled
      this.#told = merged(this.#told, change)
    } catch (thrown) {
      // While the host is gone the banner says so, and what was chosen stays on the screen.
      if (!(thrown instanceof AppError) || thrown.code !== 'host-gone') throw thrown
      this.#told = merged(this.#told, change)
    } finally {
      this.#pending = this.#pending.filter((other) => other !== change)
      this.#draw()
    }
  }

  #draw(): void {
    this.shown = this.#pending.reduce(merged, this.#told)
  }
}

function merged(settings: Settings, change: Change): Settings {
  return { ...settings, ...change, viewState: { ...settings.viewState, ...change.viewState } }
}
