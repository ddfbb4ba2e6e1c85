import { nativeTheme, screen, type BrowserWindow, type WebContents } from 'electron'
import type { JsonFile } from '#core/base/json-file.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { AppWindow, type Overlay, type WindowSurroundings } from './app-window.ts'
import { backgroundOf } from './window-options.ts'
import { placeBeside, placeWindow, type Rectangle, type WindowPlace, type WindowState } from './window-place.ts'

type Surroundings = WindowSurroundings & {
  /** The position and size of the window that was moved or closed most recently. */
  readonly state: JsonFile<WindowState | null>
}

const placeEvents = ['resize', 'move', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen'] as const

/** A window that is being dragged moves many times a second, so its position is not saved each time. */
const settleMilliseconds = 500

/**
 * All Mailroom windows. None of them is the main one. Before the app is ready, and on macOS after the last one is
 * closed, there are none.
 */
export class AppWindows {
  readonly #around: Surroundings
  /** Most recently used first. */
  #windows: readonly AppWindow[] = []
  #saving: { cancel(): void } | null = null
  #settled = false
  #overlay: Overlay | null = null

  constructor(around: Surroundings) {
    this.#around = around
    // Called when the theme has changed in Mailroom’s settings or in the system’s.
    nativeTheme.on('updated', () => {
      const colour = backgroundOf(nativeTheme.shouldUseDarkColors)
      for (const { window } of this.#windows) window.setBackgroundColor(colour)
    })
  }

  /** Brings the most recently used window to the front, or opens the first window. Returns whether it opened one. */
  focus(): boolean {
    const front = this.#front()
    if (front) front.focus()
    else this.#open(placeWindow(this.#around.state.value, workAreas()), '')
    return front === undefined
  }

  /** Opens another window at this address in the page. */
  open(hash: string): void {
    const front = this.#front()
    const state = front ? front.state() : this.#around.state.value
    this.#open(front && state ? placeBeside(state, workAreas()) : placeWindow(state, workAreas()), hash)
  }

  send(event: AppEvent): void {
    for (const window of this.#windows) window.send(event)
  }

  /** Sends an event that the user must see or act on to the window in front. */
  sendToFront(event: AppEvent): void {
    this.#front()?.send(event)
  }

  /**
   * Makes every page save what is unsaved, and brings a window with unsaved drafts to the front. Returns how many
   * drafts could not be saved.
   */
  async saveAll(): Promise<number> {
    const windows = this.#windows
    const unsaved = await Promise.all(windows.map(({ saves }) => saves.saveAll('Quit')))
    const failed = windows.find((window, index) => unsaved[index] !== 0 && this.#windows.includes(window))
    failed?.focus()
    if (failed) this.#toFront(failed)
    return unsaved.reduce((sum, count) => sum + count, 0)
  }

  async saveInTime(): Promise<void> {
    await Promise.all(this.#windows.map(({ saves }) => saves.saveInTime()))
  }

  /** Called when the page has saved what it could. `unsaved` is the number of drafts that could not be saved. */
  saved(contents: WebContents, unsaved: number): void {
    this.#windows.find((window) => window.has(contents))?.saves.saved(unsaved)
  }

  stay(): void {
    for (const { saves } of this.#windows) saves.stay()
  }

  /** Only the page can start a drag, which the system then continues with this file. The system requires an icon. */
  dragFile(file: string, icon: string): void {
    this.#front()?.window.webContents.startDrag({ file, icon })
  }

  /** Sets the taskbar overlay (Windows only), or removes it if null. Windows opened later get it, too. */
  setOverlay(overlay: Overlay | null): void {
    this.#overlay = overlay
    for (const window of this.#windows) window.setOverlay(overlay)
  }

  /** Restores the initial size and position. */
  reset(): void {
    const window = this.#front()?.window
    if (!window) return
    if (window.isFullScreen()) window.setFullScreen(false)
    if (window.isMaximized()) window.unmaximize()
    const { width, height } = placeWindow(null, workAreas())
    window.setSize(width, height)
    window.center()
  }

  /**
   * Writes everything that has not been written yet. Nothing may be written afterwards, because the data folder is
   * unlocked next.
   */
  async settle(): Promise<void> {
    const front = this.#front()
    if (front) this.#remember(front)
    this.#settled = true
    await this.#around.state.settled()
  }

  /** A dialog belongs to the window in front, if there is one. */
  ask<Answer>(over: (window: BrowserWindow) => Promise<Answer>, alone: () => Promise<Answer>): Promise<Answer> {
    const front = this.#front()
    return front ? over(front.window) : alone()
  }

  #front(): AppWindow | undefined {
    return this.#windows.find(({ isLeaving }) => !isLeaving)
  }

  #toFront(window: AppWindow): void {
    this.#windows = [window, ...this.#windows.filter((other) => other !== window)]
  }

  #open(place: WindowPlace, hash: string): void {
    const opened = new AppWindow({ ...this.#around, place, dark: nativeTheme.shouldUseDarkColors, hash })
    const { window } = opened
    this.#toFront(opened)
    // Windows has no taskbar button for a hidden window, and ignores the overlay of one.
    window.on('show', () => this.#overlay && opened.setOverlay(this.#overlay))
    window.on('focus', () => this.#toFront(opened))
    window.on('close', (event) => {
      this.#remember(opened)
      if (this.#around.isClosing()) return
      event.preventDefault()
      // Closing the last window quits, except on macOS.
      if (opened.isLeaving) return
      if (process.platform === 'darwin' || this.#windows.some((other) => other !== opened && !other.isLeaving)) {
        void opened.closeAlone()
      } else this.#around.quit()
    })
    window.on('closed', () => {
      this.#windows = this.#windows.filter((other) => other !== opened)
    })
    // Electron declares each event separately; none has arguments that matter here.
    for (const event of placeEvents) window.on(event as 'move', () => this.#rememberSoon(opened))
  }

  #rememberSoon(opened: AppWindow): void {
    this.#saving?.cancel()
    this.#saving = this.#around.clock.after(settleMilliseconds, () => {
      if (!opened.window.isDestroyed()) this.#remember(opened)
    })
  }

  #remember(opened: AppWindow): void {
    this.#saving?.cancel()
    if (this.#settled || !opened.wasShown) return
    const state = opened.state()
    this.#around.state
      .set(() => state)
      .catch((error: unknown) => {
        this.#around.logger.log('warn', 'the position of the window was not saved', { reason: String(error) })
      })
  }
}

function workAreas(): [Rectangle, ...Rectangle[]] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary.workArea, ...others.map(({ workArea }) => workArea)]
}
