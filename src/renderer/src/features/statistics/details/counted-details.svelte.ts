import type { AppError } from '#shared/contract/base/error.ts'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'

/** A pause in milliseconds. Users who step through periods request the next one within this time. */
const pauseMilliseconds = 300

type Counted = { readonly text: string; readonly zone: string; readonly details: ArchiveDetails }

type Options = {
  /** The time zone that bounds the days. */
  readonly zone: () => string
  /** Returns the search that is likely to follow. It is counted in advance. */
  readonly likelyNext: () => string | null
  /** Counts everything that will be shown for a search. */
  readonly count: (text: string) => Promise<unknown>
}

/**
 * The details of one search. Counting them takes longer than all other figures combined, so they are counted separately,
 * and only while a panel shows them. The details likely to be requested next are counted in the pause that follows: the
 * archive caches its counts, so that the response is then immediate.
 */
export class CountedDetails {
  /** The search that was requested last. */
  #text = $state.raw('')
  /** The time zone of that search. */
  #zone = ''
  readonly #loader: Loader<Counted>
  readonly #options: Options
  #pause: ReturnType<typeof setTimeout> | undefined
  #lastAhead: string | null = null
  #viewers = 0
  #isOutdated = false
  #isCounting = false

  constructor(count: (text: string) => Promise<ArchiveDetails>, options: Options) {
    this.#options = options
    this.#loader = new Loader(async () => {
      const [text, zone] = [this.#text, options.zone()]
      return { text, zone, details: await count(text) }
    })
  }

  /** While another search is being counted, these are the details of the previous search; see `isStale`. */
  get value(): ArchiveDetails | undefined {
    return this.#loader.value?.details
  }

  /** These details with their search and their time zone. */
  get counted(): Counted | undefined {
    return this.#loader.value
  }

  /** Whether the details belong to a different search or time zone than the figures next to them, which must be indicated. */
  get isStale(): boolean {
    const { counted } = this
    return counted !== undefined && (counted.text !== this.#text || counted.zone !== this.#options.zone())
  }

  get error(): AppError | undefined {
    return this.#loader.busy ? undefined : this.#loader.error
  }

  /** Called by each panel that begins to show the details. Returns a function for the panel to call when it is hidden. */
  show(): () => void {
    this.#viewers += 1
    if (this.#viewers === 1 && (this.value === undefined || this.isStale || this.#isOutdated)) void this.refresh()
    return () => {
      this.#viewers -= 1
      if (this.#viewers === 0) clearTimeout(this.#pause)
    }
  }

  /** Resolves once the details have been counted, or immediately if there is nothing to count. */
  async ask(text: string): Promise<void> {
    const zone = this.#options.zone()
    const isDifferent = text !== this.#text || zone !== this.#zone
    this.#text = text
    this.#zone = zone
    if (isDifferent && this.#viewers > 0) await this.reload()
  }

  reload = async (): Promise<void> => {
    clearTimeout(this.#pause)
    await this.#loader.load()
    if (this.#viewers > 0 && !this.isStale && !this.#loader.error) this.#countAhead()
  }

  /**
   * Called when records arrive. They may arrive faster than they can be counted, so the next count waits for the
   * running one. The text is passed again, because after midnight the same question covers different days.
   */
  async refresh(text = this.#text): Promise<void> {
    this.#text = text
    this.#zone = this.#options.zone()
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
    const { likelyNext, count } = this.#options
    const text = likelyNext()
    if (text === null || text === this.#lastAhead) return
    this.#pause = setTimeout(() => {
      this.#lastAhead = text
      // Nothing waits for this count. If it fails, the user sees the error when requesting these details.
      count(text).catch(() => undefined)
    }, pauseMilliseconds)
  }
}
