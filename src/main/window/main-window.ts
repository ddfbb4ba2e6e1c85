import { BrowserWindow, nativeTheme, screen, type NativeImage } from 'electron'
import type { Clock, Logger } from '#core/base/ports.ts'
import type { JsonFile } from '#core/base/json-file.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { hostChannels } from '#shared/contract/host.ts'
import { CrashGuard } from './crash-guard.ts'
import { showWhenReady } from './first-show.ts'
import { loadPage, watchPage } from './page-watch.ts'
import { backgroundOf, windowOptions } from './window-options.ts'
import { placeWindow, type Rectangle, type WindowState } from './window-place.ts'

type Surroundings = {
  readonly pageUrl: string
  readonly preload: string
  readonly icon: string
  readonly packaged: boolean
  readonly state: JsonFile<WindowState | null>
  readonly logger: Logger
  readonly clock: Clock
  /** False while closing the window means quitting, and the user has not yet agreed to that. */
  mayClose(): boolean
  /** Everything is written, and the process is about to end. */
  isClosing(): boolean
  quit(): void
  /** The system ends the session: seconds are left, and the user cannot be asked. */
  sessionEnds(): void
}

const placeEvents = ['resize', 'move', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen'] as const

/** A window that is being dragged reports its position many times a second. */
const settleMilliseconds = 500

/** A small picture at the icon in the taskbar of Windows, and what a screen reader says of it. */
type Overlay = { readonly image: NativeImage; readonly description: string }

/** The only window: absent before the app is ready and, on macOS, after it was closed. */
export class MainWindow {
  readonly #around: Surroundings
  readonly #crashes: CrashGuard
  #window: BrowserWindow | null = null
  #saving: { cancel(): void } | null = null
  #settled = false
  #overlay: Overlay | null = null

  constructor(around: Surroundings) {
    this.#around = around
    this.#crashes = new CrashGuard(around.clock.now)
    // By the user in the settings, or by the system.
    nativeTheme.on('updated', () => {
      this.#window?.setBackgroundColor(backgroundOf(nativeTheme.shouldUseDarkColors))
    })
  }

  focus(): void {
    if (!this.#window) return this.#open()
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  /** A page that is still loading gets the event when it can listen. */
  send(event: AppEvent): void {
    const contents = this.#window?.webContents
    if (!contents || contents.isDestroyed()) return
    if (contents.isLoadingMainFrame()) contents.once('did-finish-load', () => this.send(event))
    else contents.send(hostChannels.event, event)
  }

  /** Tells the page without content; false where there is none that could answer. */
  tell(channel: string): boolean {
    const contents = this.#window?.webContents
    if (!contents || contents.isDestroyed() || contents.isLoadingMainFrame() || contents.isCrashed()) return false
    contents.send(channel)
    return true
  }

  /** The page must have begun a drag: the system then lets go on with this file. Without an icon it would refuse it. */
  dragFile(file: string, icon: string): void {
    this.#window?.webContents.startDrag({ file, icon })
  }

  /** Of Windows alone; null for none. A window that opens later gets it, too. */
  setOverlay(overlay: Overlay | null): void {
    this.#overlay = overlay
    this.#window?.setOverlayIcon(overlay?.image ?? null, overlay?.description ?? '')
  }

  /** Restores the size and place of a first start. */
  reset(): void {
    const window = this.#window
    if (!window) return
    if (window.isFullScreen()) window.setFullScreen(false)
    if (window.isMaximized()) window.unmaximize()
    const { width, height } = placeWindow(null, workAreas())
    window.setSize(width, height)
    window.center()
  }

  /** Writes what is not yet written, and nothing after that: the data folder is unlocked next. */
  async settle(): Promise<void> {
    if (this.#window) this.#remember(this.#window)
    this.#settled = true
    await this.#around.state.settled()
  }

  /** A dialog belongs to the window while there is one. */
  ask<Answer>(over: (window: BrowserWindow) => Promise<Answer>, alone: () => Promise<Answer>): Promise<Answer> {
    return this.#window ? over(this.#window) : alone()
  }

  #open(): void {
    const place = placeWindow(this.#around.state.value, workAreas())
    const dark = nativeTheme.shouldUseDarkColors
    const window = new BrowserWindow(windowOptions({ ...this.#around, place, platform: process.platform, dark }))
    this.#window = window
    if (place.maximized) window.maximize()
    if (this.#overlay) this.setOverlay(this.#overlay)
    const show = showWhenReady(window, process.platform, this.#around.clock)
    window.on('close', (event) => {
      this.#remember(window)
      if (this.#around.mayClose()) return
      event.preventDefault()
      this.#around.quit()
    })
    window.on('closed', () => {
      this.#window = null
    })
    // `session-end` would be too late: Electron ends the process when its listeners return. This one is a question, which
    // holds Windows back until the process has ended by itself.
    window.on('query-session-end', (event) => {
      event.preventDefault()
      this.#around.sessionEnds()
    })
    // Electron types each event on its own; none has arguments that matter here.
    for (const event of placeEvents) window.on(event as 'move', () => this.#rememberSoon(window))
    const { logger, pageUrl, quit } = this.#around
    const load = (): void => void loadPage(window, { url: pageUrl, logger, show, quit })
    const { isClosing } = this.#around
    watchPage(window, { crashes: this.#crashes, logger, isClosing, load, revived: () => this.#emitRevived(), quit })
    load()
  }

  #emitRevived(): void {
    const text = 'The window stopped working and was reloaded. Running tasks continued.'
    this.send({ name: 'app.notice', payload: { id: 'page-crashed', text } })
  }

  #rememberSoon(window: BrowserWindow): void {
    this.#saving?.cancel()
    this.#saving = this.#around.clock.after(settleMilliseconds, () => {
      if (!window.isDestroyed()) this.#remember(window)
    })
  }

  #remember(window: BrowserWindow): void {
    this.#saving?.cancel()
    if (this.#settled) return
    const bounds = window.getNormalBounds()
    const state = { bounds, maximized: window.isMaximized(), fullScreen: window.isFullScreen() }
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
