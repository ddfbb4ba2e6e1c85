import { AppError } from '#shared/contract/base/error.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { isHostAway } from '../host/host-away.ts'

type Change = Partial<Settings>
type Save = (change: Change) => Promise<unknown>

/**
 * The settings on the screen: the last received settings, combined with this page’s own changes that are being saved.
 * As a result, no switch seems stuck when the disk is slow, and neither settings received in the meantime nor a failed
 * change undo another change.
 */
export class OptimisticSettings {
  shown = $state.raw<Settings>() as Settings
  #received: Settings
  #pending: readonly Change[] = []
  /**
   * Changes made while the host was away: they stay on the screen and are saved with the next change or when the host is
   * back.
   */
  #unsaved: Change = {}
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: Settings) {
    this.shown = this.#received = settings
  }

  receive(settings: Settings): void {
    this.#received = settings
    this.#draw()
  }

  async saveAgain(save: Save): Promise<void> {
    if (Object.keys(this.#unsaved).length > 0) await this.change({}, save)
  }

  async change(latest: Change, save: Save): Promise<void> {
    const change = merged(this.#unsaved, latest)
    this.#unsaved = {}
    this.#pending = [...this.#pending, change]
    this.#draw()
    // Responses may overtake each other; the last change wins.
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
      // This change is newer than the unsaved ones.
      this.#unsaved = without(this.#unsaved, change)
    } catch (thrown) {
      // While the host is away, a banner explains the failure and the change stays on the screen.
      if (!(thrown instanceof AppError) || !isHostAway(thrown)) throw thrown
      this.#unsaved = merged(this.#unsaved, change)
    } finally {
      this.#pending = this.#pending.filter((other) => other !== change)
      this.#draw()
    }
  }

  #draw(): void {
    this.shown = this.#pending.reduce<Settings>(merged, merged(this.#received, this.#unsaved))
  }
}

function merged<Known extends Change>(known: Known, change: Change): Known {
  const viewState = { ...known.viewState, ...change.viewState }
  return { ...known, ...change, ...(Object.keys(viewState).length > 0 && { viewState }) }
}

/** Returns the part of a change that the later change does not overwrite. */
function without({ viewState = {}, ...change }: Change, later: Change): Change {
  const left = Object.entries(change).filter(([name]) => !(name in later))
  const views = Object.entries(viewState).filter(([name]) => !(name in (later.viewState ?? {})))
  return { ...Object.fromEntries(left), ...(views.length > 0 && { viewState: Object.fromEntries(views) }) }
}
