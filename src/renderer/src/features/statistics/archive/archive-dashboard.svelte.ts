import type { CommandOutput } from '#shared/contract/table.ts'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import type { Grouped, StatisticsGroup } from '#shared/contract/statistics.ts'
import type { ArchiveDetails } from '#shared/domain/statistics/archive-statistics.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'
import { dayCount } from '#shared/domain/base/days.ts'
import { CountedDetails } from '../details/counted-details.svelte.ts'
import { comparedPeriod } from '#shared/domain/statistics/compared-period.ts'
import { withPeriod } from '../../query/index.ts'
import { countedPeriod } from '../period/counted-period.ts'
import { DashboardFigures, type FiguresQuestion } from '../base/dashboard-figures.svelte.ts'

type Statistics = CommandOutput<'statistics.archive'>

type Source = { readonly search: string; readonly period: DateRange; readonly zone: string }
type Counted = Source & { readonly statistics: Statistics }
/** The values of one metadata key. */
type CountedMeta = Source & { readonly key: string; readonly grouped: Grouped }

/**
 * More than anyone reads, so that the domains of every mailbox provider are included; other values can be found by search.
 */
const listedValues = 1000

/**
 * How long to wait for the details, in milliseconds. If they were counted in advance, they follow the figures almost
 * immediately, and both are drawn together.
 */
const waitForDetails = 25

/** The longest period whose details are counted in advance, in days. It is about three months. */
const mostDaysAhead = 92

/** Figures that are counted separately, so that each may still belong to an earlier question. */
type Kind = 'figures' | 'details' | 'meta'

type Context = {
  readonly zone: () => string
  readonly today: () => string
  /** The groups on display; others are not counted. */
  readonly groups?: () => readonly StatisticsGroup[]
}

function isSame(one: Source, other: Source): boolean {
  const isSamePeriod = one.period.from === other.period.from && one.period.to === other.period.to
  return one.search === other.search && one.zone === other.zone && isSamePeriod
}

/** Counts for one search, and for the same search over the days with which it is compared. */
export class ArchiveDashboard extends DashboardFigures {
  readonly #host: Host
  readonly #accountId: string
  readonly #zone: () => string
  readonly #today: () => string
  readonly #groups: () => readonly StatisticsGroup[]
  readonly now = new Loader(() => this.#counted(this.period, [...this.#groups()]))
  /** The figures of the compared period; null if no comparison is made. */
  readonly before = new Loader(async () => (this.compared ? this.#counted(this.compared, [...this.#groups()]) : null))
  /** The values of the selected metadata key; null if no key was selected. */
  readonly byMeta = new Loader(() => this.#countedMeta(this.period))
  /** The metadata values of the compared period; null if no comparison is made or no key was selected. */
  readonly beforeByMeta = new Loader(async () => (this.compared ? this.#countedMeta(this.compared) : null))
  readonly details = new CountedDetails((text) => this.#askDetails(text), {
    zone: () => this.#zone(),
    likelyNext: () => this.#periodBefore(),
    count: (text) =>
      Promise.all([this.#ask(text, { groups: [...this.#groups()], metaKey: null }), this.#askDetails(text)]),
  })
  /** The question that was asked last. */
  #asked = $state.raw<Source>()
  #detailsAsked: Promise<void> = Promise.resolve()
  #isOutdated = false
  #isRefreshing = false

  constructor(host: Host, accountId: string, { zone, today, groups = () => statisticsGroups }: Context) {
    super()
    this.#host = host
    this.#accountId = accountId
    this.#zone = zone
    this.#today = today
    this.#groups = groups
  }

  get today(): string {
    return this.#today()
  }

  get search(): string {
    return this.question.text
  }

  /**
   * Returns the period that users are likely to open next, or null for a long period, whose details take seconds: other
   * queries would have to wait.
   */
  #periodBefore(): string | null {
    const before = comparedPeriod(this.period, 'period')
    return before === undefined || dayCount(before) > mostDaysAhead ? null : this.textWith('', before)
  }

  ask(question: FiguresQuestion): void {
    const isDifferent = question.text !== this.question.text || question.comparison !== this.question.comparison
    this.question = question
    // After midnight or in another time zone, the same question is about different days.
    const hasMoved = this.#asked && !isSame({ ...this.#asked, period: this.period, zone: this.#zone() }, this.#asked)
    if (isDifferent || hasMoved || this.now.value === undefined) void this.reload()
    else void Promise.all([this.byMeta.load(), this.beforeByMeta.load()])
  }

  /** The search, the days and the zone of the figures on the screen, or those of the question if nothing has been counted. */
  questionOf(kind: Kind): Source {
    const { counted } = this.details
    const details = counted && this.#readSource(counted.text, counted.zone)
    const answered = { figures: this.now.value, details, meta: this.byMeta.value }[kind]
    return answered ?? this.now.value ?? this.#readSource(this.search)
  }

  /** Whether the figures on the screen belong to a different search or to different days than those asked for last. */
  isStale(kind: Kind): boolean {
    if (kind === 'details') return this.details.isStale && !this.details.error
    // The error of a panel replaces its figures.
    const shown = kind === 'figures' ? this.now.value : this.byMeta.error ? null : this.byMeta.value
    return Boolean(shown && this.#asked && !isSame(shown, this.#asked))
  }

  #readSource(text: string, zone = this.#zone()): Source {
    return { search: withPeriod(text, null), period: countedPeriod(text, this.today), zone }
  }

  /** The figures and those they are compared with, once both belong to the same search and to matching periods. */
  get pair(): { readonly now: Counted; readonly before: Counted } | null {
    const [now, before] = [this.now.value, this.before.value]
    return now && before && this.#arePair(now, before) ? { now, before } : null
  }

  /** The metadata values with which those on display are compared, once both belong together. */
  get metaBefore(): CountedMeta | null {
    const [now, before] = [this.byMeta.value, this.beforeByMeta.value]
    return now && before && now.key === before.key && this.#arePair(now, before) ? before : null
  }

  #arePair(now: Source, before: Source): boolean {
    const period = comparedPeriod(now.period, this.comparison)
    return period !== undefined && isSame({ search: now.search, zone: now.zone, period }, before)
  }

  /**
   * Called when a panel is shown again, in case its group was not counted while the panel was hidden, and when the time
   * zone was changed, because its days have other bounds.
   */
  complete(): void {
    if (this.#asked && this.#asked.zone !== this.#zone()) return void this.refresh()
    const counted = this.now.value?.statistics.groups
    if (counted && this.#groups().some((group) => counted[group] === undefined)) void this.reload()
  }

  reload = async (): Promise<void> => {
    this.#asked = { search: withPeriod(this.search, null), period: this.period, zone: this.#zone() }
    const figures = [this.now.load(), this.before.load(), this.byMeta.load(), this.beforeByMeta.load()]
    // Requested last, because details take the longest and counts run one at a time. The text is passed again, because
    // after midnight the same question covers different days.
    this.#detailsAsked = this.details.ask(this.textWith(''))
    await Promise.all(figures)
  }

  /**
   * Called when records arrive. A sync adds them faster than they can be counted, so the next count waits for the running
   * one.
   */
  async refresh(): Promise<void> {
    this.#isOutdated = true
    void this.details.refresh(this.textWith(''))
    if (this.#isRefreshing) return
    this.#isRefreshing = true
    while (this.#isOutdated) {
      this.#isOutdated = false
      await this.reload()
    }
    this.#isRefreshing = false
  }

  /**
   * The period and the zone are kept with their figures: while the next ones are being counted, the previous figures are
   * shown with their own days.
   */
  async #counted(period: DateRange, groups: StatisticsGroup[]): Promise<Counted> {
    const [search, zone] = [withPeriod(this.search, null), this.#zone()]
    const statistics = await this.#ask(this.textWith('', period), { groups, metaKey: null })
    await Promise.race([this.#detailsAsked, new Promise((resolve) => setTimeout(resolve, waitForDetails))])
    return { search, period, zone, statistics }
  }

  async #countedMeta(period: DateRange): Promise<CountedMeta | null> {
    const { metaKey: key } = this.question
    if (key === '') return null
    const [search, zone] = [withPeriod(this.search, null), this.#zone()]
    const { meta: grouped } = await this.#ask(this.textWith('', period), { groups: [], metaKey: key })
    return grouped && { search, period, zone, key, grouped }
  }

  #ask(text: string, by: { groups: StatisticsGroup[]; metaKey: string | null }): Promise<Statistics> {
    return this.#host.invoke('statistics.archive', { ...this.#scope(text), ...by, limit: listedValues })
  }

  #askDetails(text: string): Promise<ArchiveDetails> {
    return this.#host.invoke('statistics.details', this.#scope(text))
  }

  #scope(text: string) {
    return { accountId: this.#accountId, text, zone: this.#zone() }
  }
}
