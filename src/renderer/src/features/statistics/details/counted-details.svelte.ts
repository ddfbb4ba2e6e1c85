import type { AppError } from '#shared/contract/base/error.ts'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'

/** Whoever steps through periods asks for the next one sooner. */
const pauseMilliseconds = 300

type Counted = { readonly text: string; readonly details: ArchiveDetails }

/** What is counted before anyone asks: a search, and all that will be shown of it. */
type Ahead = { readonly likelyNext: () => string | null; readonly count: (text: string) => Promise<unknown> }

/**
 * The details of one search. They take longer than all other figures together, so they are counted by themselves, and only
 * while a panel shows them. What is likely to be asked next is counted in the pause that follows: the archive keeps what it
 * counted, so that the answer is there at once.
 */
export class CountedDetails {
  /** What was asked last. */
  #text = $state.raw('')
  readonly #loader: Loader<Counted>
  readonly #ahead: Ahead
  #pause: ReturnType<typeof setTimeout> | undefined
  /** What was counted ahead last. */
  #lastAhead: string | null = null
  #viewers = 0
  #isOutdated = false
  #isCounting = false

  constructor(count: (text: string) => Promise<ArchiveDetails>, ahead: Ahead = { likelyNext: () => null, count }) {
    this.#ahead = ahead
    this.#loader = new Loader(async () => {
      const text = this.#text
      return { text, details: await count(text) }
    })
  }

  /** While another search is counted, the details of the one before: see `isStale`. */
  get value(): ArchiveDetails | undefined {
    return this.#loader.value?.details
  }

  /** The details are of another search than the figures beside them, which must be seen. */
  get isStale(): boolean {
    return this.#loader.value !== undefined && this.#loader.value.text !== this.#text
  }

  get error(): AppError | undefined {
    return this.#loader.busy ? undefined : this.#loader.error
  }

  /** Returns how to stop. */
  show(): () => void {
    this.#viewers += 1
    if (this.#viewers === 1 && (this.value === undefined || this.isStale || this.#isOutdated)) void this.refresh()
    return () => {
      this.#viewers -= 1
      if (this.#viewers === 0) clearTimeout(this.#pause)
    }
  }

  /** Resolves once they are counted, or at once where there is nothing to count. */
  async ask(text: string): Promise<void> {
    const isDifferent = text !== this.#text
    this.#text = text
    if (isDifferent && this.#viewers > 0) await this.reload()
  }

  reload = async (): Promise<void> => {
    clearTimeout(this.#pause)
    await this.#loader.load()
    if (this.#viewers > 0 && !this.isStale && !this.#loader.error) this.#countAhead()
  }

  /** Records arrived. They may come faster than they are counted: the next count waits for the one that runs. */
  async refresh(): Promise<void> {
    this.#isOutdated = true
    if (this.#isCounting) return
    this.#isCounting = true
    while (this.#isOutdated && this.#viewers > 0) {
      this.#isOutdated = false
      await this.reload()
    }
    this.#isCounting = false
  }

  #countAhead(): void {
    clearTimeout(this.#pause)
    const { likelyNext, count } = this.#ahead
    const text = likelyNext()
    if (text === null || text === this.#lastAhead) return
    this.#pause = setTimeout(() => {
      this.#lastAhead = text
      // Nobody waits for it. Where it fails, the user is told once they ask for it.
      count(text).catch(() => undefined)
    }, pauseMilliseconds)
  }
}
