import { integrityOf } from '../parts/integrity.ts'

export type PageWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/**
 * Returns a web worker. Browsers do not check a worker’s code against the import map, so the page checks it and starts
 * the worker from the checked code: another program may have the address by now. Only the page served by `npm run dev`
 * starts a worker from its address.
 */
export function openWorker(url: string): PageWorker {
  const integrity = integrityOf(new URL(url, document.baseURI).href)
  return integrity === undefined ? new Worker(url, { type: 'module' }) : new VerifiedWorker(url, integrity)
}

class VerifiedWorker extends EventTarget implements PageWorker {
  readonly #ended = new AbortController()
  readonly #worker: Promise<Worker>

  constructor(url: string, integrity: string) {
    super()
    this.#worker = this.#start(url, integrity)
    // A failed check is handled like a worker that can’t be loaded. A later worker may find the page’s own Mailroom
    // again.
    this.#worker.catch(() => void (this.#ended.signal.aborted || this.dispatchEvent(new Event('error'))))
  }

  postMessage(message: unknown): void {
    this.#worker.then((worker) => worker.postMessage(message)).catch(() => undefined)
  }

  terminate(): void {
    this.#ended.abort()
    this.#worker.then((worker) => worker.terminate()).catch(() => undefined)
  }

  async #start(url: string, integrity: string): Promise<Worker> {
    const { signal } = this.#ended
    const fetched = (cache: RequestCache) => fetch(url, { cache, integrity, redirect: 'error', signal })
    // The browser’s cache may contain another program’s response.
    const response = await fetched('default').catch(() => fetched('reload'))
    const source = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'text/javascript' }))
    const worker = new Worker(source, { type: 'module' })
    worker.addEventListener('message', ({ data }) => this.dispatchEvent(new MessageEvent('message', { data })))
    worker.addEventListener('error', () => this.dispatchEvent(new Event('error')))
    URL.revokeObjectURL(source)
    return worker
  }
}
