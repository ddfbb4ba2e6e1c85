import type { BrowserWindow } from 'electron'
import type { Clock } from '#core/base/ports.ts'

/** After this time, even an empty window is better than none. */
const longestMilliseconds = 3000

type Shown = Pick<BrowserWindow, 'show' | 'maximize' | 'isDestroyed' | 'once'> & {
  readonly webContents: Pick<BrowserWindow['webContents'], 'once'>
}

type Opening = { readonly maximized: boolean; readonly platform: NodeJS.Platform; readonly clock: Clock }

/**
 * Shows a new window at its first frame, so that no white area is visible. On Wayland, Electron emits `ready-to-show`
 * only after `show()` (electron#48859), so on Linux the window is also shown when the page has loaded, and on every
 * system after a timeout.
 */
export class FirstShow {
  readonly #window: Shown
  readonly #maximized: boolean
  readonly #timer: { cancel(): void }
  #isOver = false

  constructor(window: Shown, { maximized, platform, clock }: Opening) {
    this.#window = window
    this.#maximized = maximized
    this.#timer = clock.after(longestMilliseconds, () => this.show())
    window.once('ready-to-show', () => this.show())
    if (platform === 'linux') window.webContents.once('did-finish-load', () => this.show())
    window.once('closed', () => this.#timer.cancel())
  }

  /** Whether the window was shown. It is maximized only from then on. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Shows the window now if it was not shown before. */
  show(): void {
    this.#timer.cancel()
    if (this.#isOver || this.#window.isDestroyed()) return
    this.#isOver = true
    // `maximize()` also shows a hidden window, so it is not called earlier.
    if (this.#maximized) this.#window.maximize()
    this.#window.show()
  }
}
