import type { WebContents } from 'electron'
import type { AppEvent } from '#shared/contract/events.ts'
import { hostChannels } from '#shared/contract/host.ts'

/** More events than occur while a page loads. If a page never finishes loading, they must not fill the memory. */
const mostWaiting = 1000

/**
 * Sends events to a window’s page, and keeps them while no document listens. `isLoadingMainFrame()` cannot decide that:
 * it is still true when `did-finish-load` is emitted (electron#43370). Before there is a document, only events that the
 * user asked for or must see are kept, because the document reads all other state when it loads.
 */
export class PageEvents {
  readonly #contents: Pick<WebContents, 'send'>
  #document: 'none' | 'loading' | 'loaded' = 'none'
  readonly #most: number
  #waiting: AppEvent[] = []

  constructor(contents: Pick<WebContents, 'on' | 'send'>, most = mostWaiting) {
    this.#contents = contents
    this.#most = most
    contents.on('did-navigate', () => {
      this.#document = 'loading'
      this.#waiting = this.#waiting.filter(isForUser)
    })
    contents.on('render-process-gone', () => (this.#document = 'none'))
    // Chromium’s error page also finishes loading, but without `did-navigate`.
    contents.on('did-finish-load', () => this.#document === 'loading' && this.#sendWaiting())
  }

  /** Whether the page has loaded and can receive messages. */
  get isListening(): boolean {
    return this.#document === 'loaded'
  }

  send(event: AppEvent): void {
    if (this.isListening) this.#contents.send(hostChannels.event, event)
    else if (this.#document === 'loading' || isForUser(event)) this.#keep(event)
  }

  #keep(event: AppEvent): void {
    this.#waiting.push(event)
    if (this.#waiting.length <= this.#most) return
    const oldest = this.#waiting.findIndex((one) => !isForUser(one))
    this.#waiting.splice(Math.max(oldest, 0), 1)
  }

  #sendWaiting(): void {
    this.#document = 'loaded'
    const waiting = this.#waiting
    this.#waiting = []
    for (const event of waiting) this.send(event)
  }
}

/** Whether this is a notice, a link or a menu action. All other events report a state that a page reads when it loads. */
function isForUser({ name }: AppEvent): boolean {
  return name.startsWith('app.')
}
