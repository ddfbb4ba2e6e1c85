import type { BrowserWindow as RealWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { appStandIn } from './app.ts'
import { newEvent, strict, StrictEmitter } from './base/strict.ts'
import { WebContentsStandIn } from './web-contents.ts'
import { world } from './base/world.ts'

type Used =
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'isMinimized'
  | 'restore'
  | 'isMaximized'
  | 'maximize'
  | 'unmaximize'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'setSize'
  | 'setBackgroundColor'
  | 'setOverlayIcon'
  | 'center'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'close'
  | 'destroy'

export const windowEvents = [
  'ready-to-show',
  'show',
  'close',
  'closed',
  'focus',
  'query-session-end',
  'session-end',
  'unresponsive',
  'responsive',
  'resize',
  'move',
  'maximize',
  'unmaximize',
  'enter-full-screen',
  'leave-full-screen',
]

export class BrowserWindow extends StrictEmitter implements Pick<RealWindow, Used> {
  static readonly all: BrowserWindow[] = []

  readonly options: BrowserWindowConstructorOptions
  readonly contents: WebContentsStandIn
  bounds: Rectangle
  visible: boolean
  background: string
  /** The description of the picture on the taskbar button. */
  overlay: string | null = null
  focused = false
  minimized = false
  maximized = false
  fullScreen: boolean
  destroyed = false
  readonly #proxy: this
  #paintsWhenShown = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', windowEvents)
    world.needsReady('new BrowserWindow')
    this.options = options
    const { width = 800, height = 600 } = options
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width, height }
    if (options.x === undefined || options.y === undefined) this.#place()
    this.visible = options.show ?? true
    this.background = options.backgroundColor ?? '#ffffff'
    this.fullScreen = options.fullscreen ?? false
    this.contents = new WebContentsStandIn(options.webPreferences?.preload ?? '')
    this.contents.on('did-finish-load', () => {
      if (this.destroyed) return
      // On Wayland a window that was never shown has no surface to paint on: electron#48859, reported for 38 to 41.
      if (world.options.wayland && !this.visible) this.#paintsWhenShown = true
      else this.emit('ready-to-show')
    })
    this.#proxy = strict('BrowserWindow', this, () => this.destroyed)
    appStandIn.windows.add(this)
    BrowserWindow.all.push(this)
    return this.#proxy
  }

  get webContents(): WebContentsStandIn {
    return this.contents.proxy
  }

  loadURL(url: string): Promise<void> {
    return this.contents.load(url)
  }

  show(): void {
    if (!this.visible) {
      this.visible = true
      this.emit('show')
    }
    if (!this.#paintsWhenShown) return
    this.#paintsWhenShown = false
    this.emit('ready-to-show')
  }

  focus(): void {
    for (const other of BrowserWindow.all) other.focused = false
    this.focused = true
    this.emit('focus')
  }

  isMinimized(): boolean {
    return this.minimized
  }

  restore(): void {
    this.minimized = false
  }

  isMaximized(): boolean {
    return this.maximized
  }

  maximize(): void {
    this.maximized = true
    this.emit('maximize')
    // Electron also shows a window that is hidden.
    this.show()
  }

  unmaximize(): void {
    this.maximized = false
    this.emit('unmaximize')
  }

  isFullScreen(): boolean {
    return this.fullScreen
  }

  setFullScreen(fullScreen: boolean): void {
    this.fullScreen = fullScreen
    this.emit(fullScreen ? 'enter-full-screen' : 'leave-full-screen')
  }

  setSize(width: number, height: number): void {
    this.bounds = { ...this.bounds, width, height }
    this.emit('resize')
  }

  setOverlayIcon(overlay: unknown, description: string): void {
    if (process.platform !== 'win32') world.refuse('only Windows has overlay icons')
    // taskbar_decorator_win.cc of Chromium: Windows ignores the call for a window that is not visible.
    if (this.visible) this.overlay = overlay === null ? null : description
  }

  setBackgroundColor(color: string): void {
    this.background = color
  }

  center(): void {
    this.#place()
    this.emit('move')
  }

  /** The user moves and resizes the window. */
  drag(bounds: Rectangle): void {
    this.bounds = bounds
    this.emit('move')
    this.emit('resize')
  }

  getNormalBounds(): Rectangle {
    return { ...this.bounds }
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  close(): void {
    const event = newEvent()
    this.emit('close', event)
    if (event.defaultPrevented || !this.contents.mayUnload()) return
    this.destroy()
  }

  /** Windows ends the user’s session. */
  endSession(): void {
    const query = newEvent({ reasons: ['shutdown'] })
    this.emit('query-session-end', query)
    // native_window_views_win.cc, WM_QUERYENDSESSION: then Windows waits until the process has ended.
    if (query.defaultPrevented) return
    this.emit('session-end', newEvent({ reasons: ['shutdown'] }))
    // native_window_views_win.cc:432-452: the process terminates without waiting for the listeners’ work.
    if (!appStandIn.quitting) appStandIn.terminate()
  }

  /** Closes without asking the page or the app. */
  destroy(): void {
    this.contents.destroy()
    this.destroyed = true
    this.emit('closed')
    appStandIn.windowClosed(this)
  }

  #place(): void {
    const [area] = world.options.displays
    const { width, height } = this.bounds
    if (!area) return
    const x = area.x + Math.trunc((area.width - width) / 2)
    const y = area.y + Math.trunc((area.height - height) / 2)
    this.bounds = { x, y, width, height }
  }
}
