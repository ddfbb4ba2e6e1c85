import { StepStates, type StepState } from './step-states.ts'
import { parseHash, printHash, type Route } from './route.ts'

export class Router {
  #hash = $state(location.hash)
  readonly route: Route = $derived(parseHash(this.#hash))
  #step = ''
  readonly #states = new StepStates()

  constructor() {
    this.#enter()
    addEventListener('hashchange', () => {
      this.#enter()
      this.#hash = location.hash
    })
  }

  get hash(): string {
    return this.#hash
  }

  /**
   * The address to which the user is going. It is updated immediately after a click on a link; the views follow a
   * moment later.
   */
  get destination(): string {
    return location.hash
  }

  /**
   * The state that views store for this history step, such as their scroll position. It is restored when the user returns
   * to the step, until the page is closed. State that a link should carry belongs in the hash instead.
   */
  get stepState(): StepState {
    return this.#states.at(this.#step)
  }

  /** Whether Back stays within Mailroom. Browsers without the Navigation API do not reveal the previous entry. */
  get canGoBack(): boolean {
    return 'navigation' in window ? window.navigation.canGoBack : history.length > 1
  }

  go(segments: readonly string[], query?: Readonly<Record<string, string | undefined>>): void {
    location.hash = printHash(segments, query)
  }

  /** Use this for state that should not add a history step, such as a filter while the user types it. */
  replace(segments: readonly string[], query?: Readonly<Record<string, string | undefined>>): void {
    const hash = printHash(segments, query)
    history.replaceState(history.state, '', hash)
    this.#hash = hash
  }

  restore(hash: string): void {
    if (this.route.path === '' && hash.startsWith('#/')) {
      history.replaceState(history.state, '', hash)
      this.#hash = hash
    }
  }

  /** Names a step when it is first entered. Back and Forward restore the name. */
  #enter(): void {
    const state: unknown = history.state
    if (typeof state === 'string') this.#step = state
    else history.replaceState((this.#step = crypto.randomUUID()), '')
  }
}
