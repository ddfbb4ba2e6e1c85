import type { MessageRow } from '#shared/contract/messages.ts'
import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { mostGroupValues } from '#shared/contract/base/statistics-limits.ts'
import { addDays, type DateRange } from '#shared/domain/base/days.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { termOf } from '#shared/domain/statistics/term-of.ts'
import type { Host } from '../../lib/host/host.ts'
import { followAccount } from '../../lib/state/account-list.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { hasRead } from './morning-coverage.ts'
import { onNewDay } from './new-day.ts'
import { daysBefore, failedTerm, notNamed, readMorning, type Morning } from './morning-figures.ts'

type Statistics = CommandOutput<'statistics.archive'>

export type Group = { readonly name: string; readonly messages: number; readonly text: string }

type NewDomains = {
  readonly listed: readonly Group[]
  readonly more: number
  /** The number of domains compared, which are those with the most failures; null if all are compared. */
  readonly among: number | null
}

type Failures = {
  readonly newest: readonly MessageRow[]
  /**
   * Domains with failures since yesterday but none in the two weeks before; null if nothing failed or those weeks haven’t
   * been read.
   */
  readonly newDomains: NewDomains | null
  readonly tags: readonly Group[]
}

export type CountedMorning = Morning & {
  readonly horizon: Statistics['horizon']
  /** The current time by the service’s clock, as far as it is known. */
  readonly now: number
  readonly hasMessages: boolean
  readonly failures: Failures
}

/** The number of items that can be read at a glance. */
const listed = 6
/** The maximum number of failing domains that are compared with the two weeks before. */
const comparedDomains = 1000
const quietDays = 14

/** Figures from the archive about an account’s messages since yesterday. Updated with the archive. */
export class ArchiveMorning {
  readonly loader = new Loader(() => this.#read())
  readonly #host: Host
  readonly #accountId: string
  readonly #zone: () => string
  #isOutdated = false
  #isRefreshing = false

  constructor(host: Host, accountId: string, zone: () => string) {
    this.#host = host
    this.#accountId = accountId
    this.#zone = zone
  }

  /** Returns a function that stops following. */
  follow(): () => void {
    void this.refresh()
    const stopDays = onNewDay(this.#zone(), () => void this.refresh())
    const followed = { accountId: this.#accountId, events: ['archive.changed'] } as const
    const stopEvents = followAccount(this.#host, followed, () => void this.refresh())
    return () => {
      stopDays()
      stopEvents()
    }
  }

  /** A sync adds records faster than they can be counted, so the next count waits for the running one. */
  async refresh(): Promise<void> {
    this.#isOutdated = true
    if (this.#isRefreshing) return
    this.#isRefreshing = true
    while (this.#isOutdated) {
      this.#isOutdated = false
      await this.loader.load()
    }
    this.#isRefreshing = false
  }

  async #read(): Promise<CountedMorning> {
    const accountId = this.#accountId
    const zone = this.#zone()
    const [{ messages }, { days, horizon }] = await Promise.all([
      this.#host.invoke('archive.info', { accountId }),
      this.#count({ text: `last:${daysBefore + 1}d`, zone, groups: [], limit: 1 }),
    ])
    const now = Math.max(Date.now(), (horizon.lastSync ?? 0) * 1000)
    const isRead = (days: DateRange) => hasRead(horizon, days, zone)
    const morning = readMorning(days, dayIn(zone, now), { isRead: (day) => isRead({ from: day, to: day }) })
    const before = { from: addDays(morning.yesterday, -quietDays), to: addDays(morning.yesterday, -1) }
    const failures = await this.#failures(morning, zone, isRead(before) ? before : null)
    return { ...morning, horizon, now, hasMessages: messages > 0, failures }
  }

  /** `before` contains the days on which a new domain must not have failed; null if those days haven’t been read. */
  async #failures({ period, yesterday }: Morning, zone: string, before: DateRange | null): Promise<Failures> {
    const since = `${failedTerm} ${period}`
    const scope = { accountId: this.#accountId, text: since, zone }
    const [{ rows }, { groups }] = await Promise.all([
      this.#host.invoke('messages.search', { ...scope, offset: 0, limit: listed }),
      this.#count({ text: since, zone, groups: ['domain', 'tag'], limit: comparedDomains }),
    ])
    const groupsOf = (group: StatisticsGroup): Group[] =>
      (groups[group]?.values ?? []).flatMap(({ value, messages }) => {
        const term = termOf(group, value)
        return term === undefined ? [] : [{ name: value, messages, text: `${term} ${since}` }]
      })
    const domains = groupsOf('domain')
    const tags = groupsOf('tag').slice(0, listed)
    if (domains.length === 0 || before === null) return { newest: rows, newDomains: null, tags }
    const known = await this.#failingDomains(`${failedTerm} after:${before.from} before:${yesterday}`, zone)
    const fresh = notNamed(domains, known)
    const newDomains = {
      listed: fresh.slice(0, listed),
      more: Math.max(0, fresh.length - listed),
      among: (groups.domain?.more ?? 0) > 0 ? domains.length : null,
    }
    return { newest: rows, newDomains, tags }
  }

  /**
   * Reads all failing domains, because naming domains in the search would also match their subdomains, or require a
   * lookup for each domain.
   */
  async #failingDomains(text: string, zone: string): Promise<readonly string[]> {
    const { groups } = await this.#count({ text, zone, groups: ['domain'], limit: mostGroupValues })
    return groups.domain?.values.map(({ value }) => value) ?? []
  }

  #count(asked: { text: string; zone: string; groups: StatisticsGroup[]; limit: number }): Promise<Statistics> {
    return this.#host.invoke('statistics.archive', { accountId: this.#accountId, metaKey: null, ...asked })
  }
}
