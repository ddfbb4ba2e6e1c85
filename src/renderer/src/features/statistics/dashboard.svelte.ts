import type { CommandOutput } from '#shared/contract/table.ts'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import type { Host } from '../../lib/host/host.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { presetRange, type DateRange } from '../../lib/ui/dates/date-presets.ts'
import { isDated, withPeriod } from '../messages/query/query-text.ts'
import { periodIn, periodTerm } from '../messages/query/period-term.ts'
import { comparedPeriod, periodText, type Comparison } from './compared-period.ts'

export type Statistics = CommandOutput<'statistics.archive'>

/** As many values of a group as anyone reads; the others are searched for. */
const listedValues = 100

export type Question = {
  /** A search in the words of the user, with its period. */
  readonly text: string
  readonly comparison: Comparison
  readonly metaKey: string
}

/** One search, counted; and the same search over the days that it is compared with. */
export class Dashboard {
  /** What was asked last; the figures on screen belong to it once `now` is not busy. */
  question = $state.raw<Question>({ text: '', comparison: 'period', metaKey: '' })
  readonly #host: Host
  readonly #accountId: string
  readonly #zone: () => string
  readonly #today: () => string
  readonly now = new Loader(() => this.#ask(this.period, true))
  readonly before = new Loader(() => this.#askBefore())
  readonly byMeta = new Loader(() => this.#askMeta())

  constructor(host: Host, accountId: string, { zone, today }: { zone: () => string; today: () => string }) {
    this.#host = host
    this.#accountId = accountId
    this.#zone = zone
    this.#today = today
  }

  /** Whole days, also where the search says "the last 30 days": a part of a day would look like a fall. */
  get period(): DateRange {
    return periodIn(this.question.text, this.#today()) ?? presetRange('last-30-days', this.#today())
  }

  get compared(): DateRange | undefined {
    return comparedPeriod(this.period, this.question.comparison)
  }

  /** The search whose messages are counted, for a link to them. */
  textWith(term: string, range: DateRange = this.period): string {
    return [withPeriod(this.question.text, periodText(range)), term].filter(Boolean).join(' ')
  }

  ask(question: Question): void {
    const isDifferent = question.text !== this.question.text || question.comparison !== this.question.comparison
    this.question = question
    if (isDifferent || this.now.value === undefined) this.reload()
    else void this.byMeta.load()
  }

  reload = (): void => {
    void this.now.load()
    void this.before.load()
    void this.byMeta.load()
  }

  #ask(range: DateRange, withGroups: boolean): Promise<Statistics> {
    return this.#host.invoke('statistics.archive', {
      accountId: this.#accountId,
      text: this.textWith('', range),
      zone: this.#zone(),
      groups: withGroups ? [...statisticsGroups] : [],
      metaKey: null,
      limit: listedValues,
    })
  }

  async #askBefore(): Promise<Statistics | null> {
    const range = this.compared
    return range ? this.#ask(range, false) : null
  }

  async #askMeta(): Promise<Statistics['meta']> {
    const { metaKey } = this.question
    if (metaKey === '') return null
    const { meta } = await this.#host.invoke('statistics.archive', {
      accountId: this.#accountId,
      text: this.textWith(''),
      zone: this.#zone(),
      groups: [],
      metaKey,
      limit: listedValues,
    })
    return meta
  }
}

/** A dashboard shows a period: without one it would be the whole history, whose newest days nobody could tell apart. */
export function withDefaultPeriod(text: string, today: string): string {
  return isDated(text) ? text : withPeriod(text, periodTerm(presetRange('last-30-days', today), today))
}
