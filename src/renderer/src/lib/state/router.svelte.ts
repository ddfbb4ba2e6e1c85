import { parseHash, printHash, type Route } from './route.ts'

export class Router {
  #hash = $state(location.hash)
  readonly route: Route = $derived(parseHash(this.#hash))

  constructor() {
    addEventListener('hashchange', () => {
      this.#hash = location.hash
    })
  }

  get hash(): string {
    return this.#hash
  }

  go(segments: readonly string[], query?: Readonly<Record<string, string | undefined>>): void {
    location.hash = printHash(segments, query)
  }

  /** For state that should not make a step in the history: a filter while it is typed. */
  replace(segments: readonly string[], query?: Readonly<Record<string, string | undefined>>): void {
    const hash = printHash(segments, query)
    history.replaceState(null, '', hash)
    this.#hash = hash
  }

  restore(hash: string): void {
    if (!location.hash && hash.startsWith('#/')) {
      history.replaceState(null, '', hash)
      this.#hash = hash
    }
  }
}
