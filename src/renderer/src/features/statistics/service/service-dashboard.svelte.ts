import type { Grouped, PartFigures, ServicePart } from '#shared/contract/statistics.ts'
import { serviceFilterOf } from '#shared/domain/statistics/service/service-filter.ts'
import type { Host } from '../../../lib/host/host.ts'
import { inSlices } from '../../../lib/state/in-slices.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'
import { comparedPeriod } from '#shared/domain/statistics/compared-period.ts'
import { readDomainTerms, type DomainTerms } from '#shared/domain/statistics/providers/domain-terms.ts'
import { groupedByProvider, type ProviderCounters } from '#shared/domain/statistics/providers/mailbox-providers.ts'
import { readGroupColumns } from '#shared/domain/statistics/service/group-columns.ts'
import { DashboardFigures, type FiguresQuestion } from '../base/dashboard-figures.svelte.ts'

/** A part of the figures, with the days that it covers. */
export type Answered<Part extends ServicePart> = {
  readonly period: DateRange
  /** The question without its days. */
  readonly conditions: string
  /** The same question as a search. */
  readonly text: string
  readonly figures: Extract<PartFigures, { part: Part }>
  readonly askedAt: number
  /** Why these figures are from an earlier response; null if the service was called. */
  readonly offline: string | null
}

type GroupPart = 'domains' | 'tags'
type AnsweredGroups = Answered<GroupPart> & { readonly grouped: Grouped }
type AnsweredProviders = AnsweredGroups & { readonly providers: readonly ProviderCounters[] }

/** Includes the data for the domain panels, which takes a while to compute for 50,000 domains. */
type AnsweredDomains = AnsweredProviders & { readonly terms: DomainTerms }

type Question = Pick<Answered<ServicePart>, 'period' | 'conditions'>

type Options = {
  readonly host: Host
  readonly accountId: string
  readonly zone: () => string
  /** The current day by the service’s clock, as far as it is known. */
  readonly today: (now: number) => string
  /** The parts whose panels are shown; other parts are not requested. */
  readonly parts: () => readonly ServicePart[]
}

type ListPart = Exclude<ServicePart, GroupPart>
type Loaders = { readonly [Part in ListPart]: Loader<Answered<Part>> } & {
  readonly domains: Loader<AnsweredDomains>
  readonly tags: Loader<AnsweredGroups>
}

/** A question to the service, split into parts, so that a part may be late or fail while the others are shown. */
export class ServiceDashboard extends DashboardFigures {
  #now = $state(Date.now())
  readonly #options: Options
  readonly filter = $derived(serviceFilterOf(this.question.text))
  readonly parts: Loaders = {
    sends: this.#loader('sends'),
    days: this.#loader('days'),
    domains: new Loader(() => this.#askDomains(this.period, this.#isRefreshing)),
    tags: new Loader(() => this.#askGroups('tags', this.period, this.#isRefreshing)),
    links: this.#loader('links'),
    'email-platforms': this.#loader('email-platforms'),
    places: this.#loader('places'),
  }
  /** The totals of the compared period; null if no comparison is made. */
  readonly before = new Loader(async () => (this.compared ? this.#ask('sends', this.compared, false) : null))
  /** The figures with which table lines are compared; null if no comparison is made. */
  readonly groupsBefore = {
    tags: new Loader(async () => (this.compared ? this.#askGroups('tags', this.compared, false) : null)),
    domains: new Loader(async () => (this.compared ? this.#askProviders(this.compared, false) : null)),
  }
  /** The question for which each part was last requested; absent for a part that was never requested. */
  readonly #asked: Partial<Record<ServicePart, string>> = $state({})
  readonly #comparedWith: Partial<Record<ServicePart, string>> = {}
  #isRefreshing = false

  constructor(options: Options) {
    super()
    this.#options = options
  }

  get now(): number {
    return Math.max(Date.now(), this.#now)
  }

  get today(): string {
    return this.#options.today(this.now)
  }

  get search(): string {
    return this.filter.text
  }

  get busy(): boolean {
    return Object.values(this.parts).some(({ busy }) => busy)
  }

  /** The oldest part on the screen determines the age of the figures. */
  get askedAt(): number | null {
    const asked = this.#shown.map(({ askedAt }) => askedAt)
    return asked.length > 0 ? Math.min(...asked) : null
  }

  get offline(): string | null {
    return this.#shown.find(({ offline }) => offline !== null)?.offline ?? null
  }

  ask(question: FiguresQuestion): void {
    this.question = question
    this.complete()
  }

  /**
   * Requests the parts that are shown but were not requested, for example after a panel was shown again or midnight has
   * passed.
   */
  complete(): void {
    const wanted = this.#key(this.period)
    const shown = this.#options.parts()
    for (const part of shown) if (this.#asked[part] !== wanted) void this.#load(part, false)
    const compared = this.compared ? this.#key(this.compared) : ''
    for (const part of shown) {
      if ((this.#comparedWith[part] ?? '') === compared) continue
      this.#comparedWith[part] = compared
      void this.#beforeOf(part)?.load()
    }
  }

  /** Whether a part’s figures on the screen belong to a different question than the one asked last. */
  isStale(part: ServicePart): boolean {
    const { value } = this.parts[part]
    return value !== undefined && this.#key(value.period, value.conditions) !== this.#asked[part]
  }

  get totalBefore(): Answered<'sends'> | null {
    return this.#paired(this.parts.sends.value, this.before.value)
  }

  get tagsBefore(): AnsweredGroups | null {
    return this.#paired(this.parts.tags.value, this.groupsBefore.tags.value)
  }

  get domainsBefore(): AnsweredProviders | null {
    return this.#paired(this.parts.domains.value, this.groupsBefore.domains.value)
  }

  #beforeOf(part: ServicePart): Pick<Loader<unknown>, 'load' | 'error'> | undefined {
    return part === 'sends' ? this.before : part === 'tags' || part === 'domains' ? this.groupsBefore[part] : undefined
  }

  /**
   * Calls the service again even if there is a response from the last minute. Figures for comparison are requested again
   * only if they failed.
   */
  reload = async (...parts: ServicePart[]): Promise<void> => {
    const wanted = parts.length > 0 ? parts : this.#options.parts()
    const failed = wanted.map((part) => this.#beforeOf(part)).filter((before) => before?.error)
    await Promise.all([...wanted.map((part) => this.#load(part, true)), ...failed.map((before) => before?.load())])
  }

  get #shown(): readonly Pick<Answered<ServicePart>, 'askedAt' | 'offline'>[] {
    return this.#options.parts().flatMap((part) => this.parts[part].value ?? [])
  }

  /** Returns the figures for comparison, unless they belong to a different question than the figures on the screen. */
  #paired<Before extends Question>(now?: Question, before?: Before | null): Before | null {
    if (!now || !before || now.conditions !== before.conditions) return null
    const compared = comparedPeriod(now.period, this.comparison)
    return compared?.from === before.period.from && compared.to === before.period.to ? before : null
  }

  #key(period: DateRange, conditions = this.#conditions): string {
    return JSON.stringify([period, conditions])
  }

  get #conditions(): string {
    return JSON.stringify([this.filter.values, this.#options.zone()])
  }

  async #load(part: ServicePart, refresh: boolean): Promise<void> {
    this.#asked[part] = this.#key(this.period)
    this.#isRefreshing = refresh
    // The loader starts synchronously, so the flag is read before anything else can change it.
    const loading = this.parts[part].load()
    this.#isRefreshing = false
    await loading
  }

  #loader<Part extends ListPart>(part: Part): Loader<Answered<Part>> {
    return new Loader(() => this.#ask(part, this.period, this.#isRefreshing))
  }

  async #askGroups(part: GroupPart, period: DateRange, refresh: boolean): Promise<AnsweredGroups> {
    const answered = await this.#ask(part, period, refresh)
    return { ...answered, grouped: await inSlices(readGroupColumns(answered.figures.columns)) }
  }

  async #askProviders(period: DateRange, refresh: boolean): Promise<AnsweredProviders> {
    const answered = await this.#askGroups('domains', period, refresh)
    return { ...answered, providers: await inSlices(groupedByProvider(answered.grouped.values)) }
  }

  async #askDomains(period: DateRange, refresh: boolean): Promise<AnsweredDomains> {
    const answered = await this.#askProviders(period, refresh)
    const names = answered.grouped.values.map(({ value }) => value)
    return { ...answered, terms: await inSlices(readDomainTerms(names)) }
  }

  async #ask<Part extends ServicePart>(part: Part, period: DateRange, refresh: boolean): Promise<Answered<Part>> {
    const { host, accountId, zone } = this.#options
    const conditions = this.#conditions
    const { text } = this.filter
    const { froms, apiKeys, tags } = this.filter.values
    const values = { froms: [...froms], apiKeys: [...apiKeys], tags: [...tags] }
    const question = { accountId, part, ...period, zone: zone(), ...values, refresh }
    const { figures, askedAt, offline, now } = await host.invoke('statistics.service', question)
    this.#now = Math.max(this.#now, now)
    return { period, conditions, text, figures: figures as Answered<Part>['figures'], askedAt, offline }
  }
}
