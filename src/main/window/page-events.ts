import type { WebContents } from 'electron'
import type { AppEvent } from '#shared/contract/events.ts'
import { hostChannels } from '#shared/contract/host.ts'

/**
 * Sends events to a window’s page, and keeps them while no document listens. `isLoadingMainFrame()` cannot decide that:
 * it is still true when `did-finish-load` is emitted (electron#43370).
 */
export class PageEvents {
  readonly #contents: Pick<WebContents, 'send'>
  #document: 'none' | 'loading' | 'loaded' = 'none'
  #waiting: readonly AppEvent[] = []

  constructor(contents: Pick<WebContents, 'on' | 'send'>) {
    this.#contents = contents
    contents.on('did-navigate', () => (this.#document = 'loading'))
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
    else this.#waiting = [...this.#waiting, event]
  }

  #sendWaiting(): void {
    this.#document = 'loaded'
    const waiting = this.#waiting
    this.#waiting = []
    for (const event of waiting) this.send(event)
  }
}
