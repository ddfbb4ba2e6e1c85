import { vi } from 'vitest'

type Listener = (event: { readonly data: unknown }) => void

/** Stands in for a browser’s workers, which Node lacks. The real worker’s code runs when a test allows it. */
export class PageWorkers {
  opened = 0
  ended = 0
  tasks = 0
  #isHeld = false
  #waiting: (() => void)[] = []
  #failing: (() => void)[] = []

  /** In a browser, the worker’s module listens and posts through globals. */
  async install(load: () => Promise<unknown>): Promise<void> {
    let read: Listener = () => undefined
    let post: (result: unknown) => void = () => undefined
    vi.stubGlobal('addEventListener', (_name: string, listener: Listener) => (read = listener))
    vi.stubGlobal('postMessage', (result: unknown) => post(result))
    vi.resetModules()
    await load()
    const run = (task: unknown, listener: Listener) => {
      post = (data) => listener({ data })
      read({ data: task })
    }
    vi.stubGlobal('Worker', this.#workerClass(run))
    // Without an import map, as in development: the worker is started from its URL.
    vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/', querySelector: () => null })
  }

  /** Holds back all tasks from now on. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    for (const start of this.#waiting.splice(0)) start()
  }

  /** Makes the newest worker fail with an error. */
  die(): void {
    this.#failing.at(-1)?.()
  }

  #workerClass(run: (task: unknown, listener: Listener) => void) {
    const open = () => this.opened++
    const end = () => this.ended++
    const take = (start: () => void) => {
      this.tasks++
      if (this.#isHeld) this.#waiting.push(start)
      else queueMicrotask(start)
    }
    const onFailure = (listener: () => void) => this.#failing.push(listener)
    return class {
      #listener: Listener = () => undefined
      #isEnded = false

      constructor() {
        open()
      }

      addEventListener(name: string, listener: Listener): void {
        if (name === 'message') this.#listener = listener
        else onFailure(listener as () => void)
      }

      postMessage(task: unknown): void {
        take(() => {
          if (!this.#isEnded) run(task, this.#listener)
        })
      }

      terminate(): void {
        this.#isEnded = true
        end()
      }
    }
  }
}
