import type { WebContents } from 'electron'

/**
 * One signal per document of the page. It aborts when the document is replaced or its process ends, so that the core
 * stops working on results that nobody will read.
 */
export class DocumentSignals {
  readonly #controllers = new WeakMap<WebContents, AbortController>()

  of(contents: WebContents): AbortSignal {
    const known = this.#controllers.get(contents)
    if (known) return known.signal
    this.#controllers.set(contents, new AbortController())
    contents.on('did-navigate', () => this.#renew(contents))
    contents.on('render-process-gone', () => this.#renew(contents))
    contents.on('destroyed', () => this.#renew(contents))
    return this.of(contents)
  }

  #renew(contents: WebContents): void {
    this.#controllers.get(contents)?.abort()
    this.#controllers.set(contents, new AbortController())
  }
}
