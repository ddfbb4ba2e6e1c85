import { BrowserWindow, dialog, type NativeImage, type WebContents } from 'electron'
import type { Clock, Logger } from '#core/base/ports.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { PageSaves, type EndingVerb } from '../quit/page-saves.ts'
import { CrashGuard } from './crash-guard.ts'
import { isConfirmed, lateQuestion, unsavedQuestion } from './dialog-options.ts'
import { FirstShow } from './first-show.ts'
import { PageEvents } from './page-events.ts'
import { loadPage, watchPage } from './page-watch.ts'
import { windowOptions } from './window-options.ts'
import type { WindowPlace, WindowState } from './window-place.ts'

export type WindowSurroundings = {
  readonly pageUrl: string
  /** Returns a function that opens another window, or null if the address is not the page’s. */
  windowFor(url: string): (() => void) | null
  readonly preload: string
  readonly icon: string
  readonly packaged: boolean
  readonly logger: Logger
  readonly clock: Clock
  /** Whether everything is written and the process is about to end. */
  isClosing(): boolean
  quit(): void
  /** The system is ending the session: only seconds remain, and the user cannot be asked. */
  sessionEnds(): void
}

type Opening = WindowSurroundings & {
  readonly place: WindowPlace
  readonly dark: boolean
  /** The address at which the page opens, such as `#/message/…`. Empty for the user’s last view. */
  readonly hash: string
}

/** A small picture on the Windows taskbar icon, and its description for screen readers. */
export type Overlay = { readonly image: NativeImage; readonly description: string }

export class AppWindow {
  readonly window: BrowserWindow
  readonly saves: PageSaves
  readonly #around: Opening
  readonly #events: PageEvents
  readonly #first: FirstShow
  #isLeaving = false
  #isHanging = false

  constructor(opening: Opening) {
    this.#around = opening
    const window = new BrowserWindow(windowOptions({ ...opening, platform: process.platform }))
    this.window = window
    this.#events = new PageEvents(window.webContents)
    this.saves = new PageSaves({
      tell: (channel) => this.#tell(channel),
      isHanging: () => this.#isHanging,
      askLate: (verb, signal) => this.#askLate(verb, signal),
      clock: opening.clock,
    })
    this.#first = new FirstShow(window, {
      maximized: opening.place.maximized,
      platform: process.platform,
      clock: opening.clock,
    })
    // `session-end` would be too late, because Electron ends the process after its listeners. Windows asks with this
    // event whether it may end the session, and waits for our process.
    window.on('query-session-end', (event) => {
      event.preventDefault()
      opening.sessionEnds()
    })
    this.#followPage()
    this.#load()
  }

  /** Whether the window is about to close: its page is saving and accepts no more input. */
  get isLeaving(): boolean {
    return this.#isLeaving
  }

  /** Whether the window was ever visible. It is not maximized before that. */
  get wasShown(): boolean {
    return this.#first.isOver
  }

  /**
   * Brings the window to the front. A new window is left alone: it is shown with its first frame, because it is white
   * until then.
   */
  focus(): void {
    if (!this.wasShown) return
    if (this.window.isMinimized()) this.window.restore()
    this.window.show()
    this.window.focus()
  }

  send(event: AppEvent): void {
    if (!this.window.isDestroyed()) this.#events.send(event)
  }

  has(contents: WebContents): boolean {
    return this.#contents() === contents
  }

  setOverlay(overlay: Overlay | null): void {
    this.window.setOverlayIcon(overlay?.image ?? null, overlay?.description ?? '')
  }

  state(): WindowState {
    const { window } = this
    return { bounds: window.getNormalBounds(), maximized: window.isMaximized(), fullScreen: window.isFullScreen() }
  }

  /** Closes only this window, once its page has saved recent typing. If saving fails, the user may stay. */
  async closeAlone(): Promise<void> {
    this.#isLeaving = true
    const unsaved = await this.saves.saveAll('Close')
    if (this.window.isDestroyed()) return
    const question = unsavedQuestion(unsaved, 'Close')
    if (unsaved > 0 && !isConfirmed((await dialog.showMessageBox(this.window, question)).response)) {
      this.#isLeaving = false
      return this.saves.stay()
    }
    if (!this.window.isDestroyed()) this.window.destroy()
  }

  /** Notes whether the page hangs, and ends the wait for a save when its window or process is gone. */
  #followPage(): void {
    const { window } = this
    window.on('unresponsive', () => (this.#isHanging = true))
    window.on('responsive', () => (this.#isHanging = false))
    window.on('closed', () => this.saves.saved(0))
    window.webContents.on('render-process-gone', () => {
      this.#isHanging = false
      this.saves.saved(0)
    })
  }

  async #askLate(verb: EndingVerb, signal: AbortSignal): Promise<boolean> {
    // A question needs a visible window, even an empty one.
    this.#first.show()
    this.focus()
    const { response } = await dialog.showMessageBox(this.window, { ...lateQuestion(verb), signal })
    return isConfirmed(response)
  }

  #contents(): WebContents | null {
    return this.window.isDestroyed() ? null : this.window.webContents
  }

  /** Sends the page a message without content. Returns false if no page could respond. */
  #tell(channel: string): boolean {
    const contents = this.#contents()
    if (!contents || !this.#events.isListening) return false
    contents.send(channel)
    return true
  }

  #load(): void {
    const { window } = this
    const { logger, pageUrl, hash, clock, isClosing, quit, windowFor } = this.#around
    const show = (): void => this.#first.show()
    const load = (): void => void loadPage(window, { url: pageUrl + hash, logger, show, quit })
    const crashes = new CrashGuard(clock.now)
    const revive = (): void => {
      load()
      const text = 'The window stopped working and was reloaded. Running jobs continued.'
      this.send({ name: 'app.notice', payload: { id: 'page-crashed', text } })
    }
    watchPage(window, { crashes, logger, isClosing, revive, quit, windowFor })
    load()
  }
}
