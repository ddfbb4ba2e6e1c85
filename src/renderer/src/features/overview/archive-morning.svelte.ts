import type { MessageRow } from '#shared/contract/messages.ts'
import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { addDays } from '#shared/domain/base/days.ts'
import { dayIn } from '#shared/domain/base/zone-day.ts'
import { termOf } from '#shared/domain/statistics/term-of.ts'
import type { Host } from '../../lib/host/host.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { daysBefore, failedTerm, readMorning, type Morning } from './morning-figures.ts'

type Statistics = CommandOutput<'statistics.archive'>

export type Group = { readonly name: string; readonly messages: number; readonly text: string }

type Failures = {
  readonly newest: readonly MessageRow[]
  /** Domains that failed since yesterday and not in the two weeks before. */
  readonly newDomains: readonly Group[]
  readonly tags: readonly Group[]
}

export type CountedMorning = Morning & {
  readonly horizon: Statistics['horizon']
  /** By the clock of the service, as far as it is known. */
  readonly now: number
  readonly hasMessages: boolean
  readonly failures: Failures
}

/** Few enough to be read at a glance. */
const listed = 6
/** As many domains as are compared with the two weeks before. */
const comparedDomains = 50
const quietDays = 14

/** What an account's archive says about the messages since yesterday. It follows the archive. */
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

  /** Returns how to stop. */
  follow(): () => void {
    void this.refresh()
    return this.#host.subscribe((event) => {
      if (event.name === 'archive.changed' && event.payload.accountId === this.#accountId) void this.refresh()
    })
  }

  /** A sync brings records faster than they are counted, so the next count waits for the one that runs. */
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
    const [{ messages }, { days, horizon }] = await Promise.all([
      this.#host.invoke('archive.info', { accountId }),
      this.#count(`last:${daysBefore + 1}d`, []),
    ])
    const now = Math.max(Date.now(), (horizon.lastSync ?? 0) * 1000)
    const morning = readMorning(days, dayIn(this.#zone(), now))
    return { ...morning, horizon, now, hasMessages: messages > 0, failures: await this.#failures(morning.yesterday) }
  }

  async #failures(yesterday: string): Promise<Failures> {
    const since = `${failedTerm} after:${yesterday}`
    const [{ rows }, { groups }] = await Promise.all([
      this.#host.invoke('messages.search', { ...this.#scope(since), offset: 0, limit: listed }),
      this.#count(since, ['domain', 'tag']),
    ])
    const groupsOf = (group: StatisticsGroup): Group[] =>
      (groups[group]?.values ?? []).flatMap(({ value, messages }) => {
        const term = termOf(group, value)
        return term === undefined ? [] : [{ name: value, messages, text: `${term} ${since}` }]
      })
    return {
      newest: rows,
      newDomains: (await this.#newAmong(groupsOf('domain'), yesterday)).slice(0, listed),
      tags: groupsOf('tag').slice(0, listed),
    }
  }

  async #newAmong(domains: readonly Group[], yesterday: string): Promise<readonly Group[]> {
    if (domains.length === 0) return []
    const names = domains.map(({ name }) => termOf('domain', name)).join(' OR ')
    const before = `(${names}) ${failedTerm} after:${addDays(yesterday, -quietDays)} before:${yesterday}`
    const { groups } = await this.#count(before, ['domain'])
    const known = groups.domain?.values.map(({ value }) => value) ?? []
    return domains.filter(({ name }) => !known.includes(name))
  }

  #count(text: string, groups: StatisticsGroup[]): Promise<Statistics> {
    const by = { groups, metaKey: null, limit: comparedDomains }
    return this.#host.invoke('statistics.archive', { ...this.#scope(text), ...by })
  }

  #scope(text: string) {
    return { accountId: this.#accountId, text, zone: this.#zone() }
  }
}
