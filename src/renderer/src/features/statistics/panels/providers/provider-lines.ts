import type { Counters, Grouped } from '#shared/contract/statistics.ts'
import { tableChart } from '#shared/domain/statistics/charts/panel-charts.ts'
import type { ChartHead } from '#shared/domain/statistics/charts/svg-text.ts'
import type { DomainTerms } from '#shared/domain/statistics/providers/domain-terms.ts'
import { hasComplaintData, type ProviderCounters } from '#shared/domain/statistics/providers/mailbox-providers.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { visible } from '#shared/text/visible.ts'
import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'
import type { BeforeOf } from '#shared/domain/statistics/changes.ts'
import { changeCell } from '../rates/rate-columns.ts'
import { byRate, isOver, usualOrder, type RateOrder } from '../rates/rate-order.ts'
import {
  figureCounts,
  figureHead,
  mostLines,
  rateCells,
  shareOf,
  type Line,
  type ShareCell,
} from '../rates/share-lines.ts'

type DomainCounters = Grouped['values'][number]
type Numbers = Pick<Formats, 'number' | 'locale'>

type Context = {
  readonly formats: Numbers
  readonly terms: DomainTerms
  /** The number of domains that are counted but not listed. */
  readonly more: number
  readonly order?: RateOrder
  readonly before?: ComparedProviders | null | undefined
}

export type ComparedProviders = { readonly providers: readonly ProviderCounters[]; readonly domain: BeforeOf }

const otherDomains = 'Other domains'
const noDomain = 'No domain'

export function providerLines(providers: readonly ProviderCounters[], context: Context): Line[] {
  const { formats, terms, more, before, order = usualOrder } = context
  const asked = before ? order : { ...order, change: false }
  const most = Math.max(...providers.map(({ messages }) => messages), 0)
  const known = providers.filter(({ provider }) => provider !== null).flatMap(({ domains }) => namesOf(domains))
  const measured = (line: ProviderCounters) => ({
    name: line.provider?.name ?? otherDomains,
    counters: line,
    before: providerBefore(line),
    hasComplaints: hasComplaintData(line.provider, line),
  })
  return byRate(providers, measured, asked).map((line): Line => {
    const { provider, domains } = line
    const withComplaints = hasComplaintData(provider, line)
    const ofDomain = (domain: DomainCounters) => ({
      name: domainName(domain),
      counters: domain,
      before: before?.domain(domain.value) ?? null,
      hasComplaints: withComplaints,
    })
    return {
      id: provider?.id ?? '',
      name: provider?.name ?? otherDomains,
      share: shareOf(line.messages, most),
      isOver: isOver({ counters: line, hasComplaints: withComplaints }),
      cells: () => cellsOf(line, providerBefore(line), withComplaints),
      // The other domains are in no provider’s list, so the search excludes the known domains instead.
      term: () => (provider ? terms(namesOf(domains)) : othersTerm(terms(known))),
      lines: () =>
        byRate(domains, ofDomain, asked)
          .slice(0, mostLines)
          .map((domain) => domainLine(domain, withComplaints)),
      more: Math.max(0, domains.length - mostLines),
      note:
        provider || more === 0
          ? undefined
          : `${formats.number(more)} smaller domains are counted here, but not listed.`,
    }
  })

  function providerBefore({ provider }: ProviderCounters): Counters | null {
    if (!before) return null
    return before.providers.find((known) => known.provider?.id === provider?.id) ?? noCounters()
  }

  function cellsOf(now: Counters, then: Counters | null, hasComplaints: boolean): ShareCell[] {
    const cells = rateCells(now, formats, hasComplaints)
    return before ? [...cells, changeCell({ now, before: then, order, hasComplaints }, formats)] : cells
  }

  function domainLine(domain: DomainCounters, withComplaints: boolean): Line {
    return {
      id: domain.value,
      name: domainName(domain),
      isMuted: domain.value === '',
      share: shareOf(domain.messages, most),
      cells: () => cellsOf(domain, before?.domain(domain.value) ?? null, withComplaints),
      term: () => terms([domain.value]),
    }
  }
}

/** Returns a line for each provider, followed by its domains. */
export function providerTable(providers: readonly ProviderCounters[]): CsvTable {
  const rows = providers.flatMap((line) => {
    const { provider, domains } = line
    const name = provider?.name ?? otherDomains
    const withComplaints = hasComplaintData(provider, line)
    return [
      [name, '', ...figureCounts(line, withComplaints)],
      ...domains.map((domain) => [name, domain.value || noDomain, ...figureCounts(domain, withComplaints)]),
    ]
  })
  return { head: ['Mailbox provider', 'Domain', ...figureHead], rows }
}

/** Returns a chart of the providers without their domains. */
export function providerChart(providers: readonly ProviderCounters[], formats: Numbers, head: ChartHead): string {
  const rows = providers.map(({ provider, messages }) => [provider?.name ?? otherDomains, messages])
  return tableChart({ head: [], rows }, formats, { ...head, noun: 'provider' })
}

function domainName({ value }: DomainCounters): string {
  return value === '' ? noDomain : visible(value)
}

function othersTerm(known: string | undefined): string | undefined {
  return known === undefined ? undefined : `-${known}`
}

function namesOf(domains: Grouped['values']): string[] {
  return domains.map(({ value }) => value)
}
