import { existsSync } from 'node:fs'
import type { Item, PrintToPDFOptions, WebContents } from 'electron'
import { appStandIn } from './app.ts'
import { Page, type Sent } from './page.ts'
import { protocolStandIn } from './protocol.ts'
import { sessionStandIn } from './session.ts'
import { newEvent, strict, StrictEmitter } from './base/strict.ts'
import { world } from './base/world.ts'

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]
type Used =
  | 'id'
  | 'isDestroyed'
  | 'send'
  | 'setWindowOpenHandler'
  | 'replaceMisspelling'
  | 'forcefullyCrashRenderer'
  | 'printToPDF'
  | 'startDrag'

export const contentsEvents = [
  'did-navigate',
  'did-finish-load',
  'did-fail-load',
  'render-process-gone',
  'destroyed',
  'context-menu',
  'will-frame-navigate',
  'will-navigate',
  'will-redirect',
  'will-attach-webview',
  'preload-error',
  'will-prevent-unload',
]

let count = 0

export class WebContentsStandIn extends StrictEmitter implements Pick<WebContents, Used> {
  page: Page | null = null
  gone = false
  /** The contents that were loaded last. */
  document = ''
  readonly proxy: this
  readonly id = ++count
  readonly #preload: string
  /** The page has unsaved changes. */
  vetoesUnload = false
  #openHandler: OpenHandler | null = null

  constructor(preload: string) {
    super('webContents', contentsEvents)
    this.#preload = preload
    this.proxy = strict('webContents', this, () => this.gone)
    appStandIn.emit('web-contents-created', newEvent(), this.proxy)
  }

  async load(url: string): Promise<void> {
    this.page = null
    // Loading is never synchronous: the caller continues first.
    await new Promise<void>((resolve) => setImmediate(resolve))
    if (world.failedLoads < world.options.failingLoads) {
      world.failedLoads++
      return this.#fail(url, 'ERR_FAILED (-2)')
    }
    if (!(await sessionStandIn.mayRequest(url))) return this.#fail(url, 'ERR_BLOCKED_BY_CLIENT (-20)')
    // A data: URL contains its own response, so no protocol handler sees it.
    const response = await (url.startsWith('data:') ? dataResponse(url) : protocolStandIn.fetch(url))
    if (!response.ok) return this.#fail(url, `ERR_HTTP_RESPONSE_CODE_FAILURE (${response.status})`)
    this.document = await response.text()
    if (this.gone) throw new Error(`ERR_ABORTED (-3) loading '${url}'`)
    this.page = new Page(url, this.proxy)
    this.emit('did-navigate', newEvent(), url, response.status, '')
    try {
      if (this.#preload !== '') this.page.runPreload(this.#preload)
    } catch (thrown) {
      this.emit('preload-error', newEvent(), this.#preload, thrown)
    }
    this.emit('did-finish-load')
  }

  #fail(url: string, code: string): never {
    this.emit('did-fail-load', newEvent(), -1, code, url, true)
    // The error page finishes loading, too (electron#40661).
    this.emit('did-finish-load')
    throw new Error(`${code} loading '${url}'`)
  }

  isDestroyed(): boolean {
    return this.gone
  }

  /**
   * Asks the page whether it may unload. If it prevents `beforeunload`, it stays silently unless the app overrides
   * that: docs/api/web-contents.md, Event 'will-prevent-unload'.
   */
  mayUnload(): boolean {
    if (!this.vetoesUnload || this.page === null) return true
    const event = newEvent()
    this.emit('will-prevent-unload', event)
    return event.defaultPrevented
  }

  send(channel: string, ...args: unknown[]): void {
    const copies = args.map((argument) => structuredClone(argument))
    if (!this.page?.isElsewhere) this.page?.incoming.emit(channel, newEvent(), ...copies)
    process.send?.({ sent: { to: this.id, channel, args: copies } satisfies Sent })
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  replaceMisspelling(): void {
    // The stand-in does not model the content of the page.
  }

  /** The stand-in has no printer: it returns the document that would be laid out. */
  printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    if (this.page === null) throw new Error('nothing is loaded')
    return Promise.resolve(Buffer.from(`%PDF-stand-in ${JSON.stringify(options)}\n${this.document}`))
  }

  startDrag({ file, icon }: Item): void {
    // Electron throws, too: on macOS, a drag without a picture crashes the program.
    if (typeof icon !== 'string' || !existsSync(icon)) world.refuse('startDrag was called without an icon')
    world.dragged.push(file)
  }

  forcefullyCrashRenderer(): void {
    this.crash('crashed')
  }

  /** Returns whether the navigation would happen, after the same events as in Electron. */
  navigate(url: string, isMainFrame: boolean): boolean {
    const event = newEvent({ url, isSameDocument: false, isMainFrame, frame: null })
    this.emit('will-frame-navigate', event)
    if (!event.defaultPrevented && isMainFrame) this.emit('will-navigate', event)
    return !event.defaultPrevented
  }

  redirect(url: string): boolean {
    const event = newEvent({ url, isSameDocument: false, isMainFrame: true, frame: null })
    this.emit('will-redirect', event)
    return !event.defaultPrevented
  }

  openWindow(url: string): boolean {
    const details = {
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    }
    return (this.#openHandler?.(details as Parameters<OpenHandler>[0]).action ?? 'allow') === 'allow'
  }

  attachWebview(): boolean {
    const event = newEvent()
    this.emit('will-attach-webview', event, {}, {})
    return !event.defaultPrevented
  }

  crash(reason: 'crashed' | 'oom' | 'clean-exit'): void {
    this.page = null
    this.emit('render-process-gone', newEvent(), { reason, exitCode: 5 })
  }

  destroy(): void {
    this.page = null
    this.gone = true
    this.emit('destroyed')
  }
}

function dataResponse(url: string): Response {
  return new Response(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}
