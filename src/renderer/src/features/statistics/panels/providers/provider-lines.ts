import type { Grouped } from '#shared/contract/statistics.ts'
import { tableChart } from '#shared/domain/statistics/charts/panel-charts.ts'
import type { ChartHead } from '#shared/domain/statistics/charts/svg-text.ts'
import type { DomainTerms } from '#shared/domain/statistics/providers/domain-terms.ts'
import { hasComplaintData, type ProviderCounters } from '#shared/domain/statistics/providers/mailbox-providers.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { visible } from '#shared/text/visible.ts'
import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'
import { figureCounts, figureHead, mostLines, rateCells, shareOf, type Line } from '../share-lines.ts'

type Numbers = Pick<Formats, 'number' | 'locale'>

type Context = {
  readonly formats: Numbers
  readonly terms: DomainTerms
  /** How many domains are counted and not listed. */
  readonly more: number
}

const otherDomains = 'Other domains'
const noDomain = 'No domain'

export function providerLines(providers: readonly ProviderCounters[], { formats, terms, more }: Context): Line[] {
  const most = Math.max(...providers.map(({ messages }) => messages), 0)
  const known = providers.filter(({ provider }) => provider !== null).flatMap(({ domains }) => namesOf(domains))
  return providers.map((line): Line => {
    const { provider, domains } = line
    const withComplaints = hasComplaintData(provider, line)
    return {
      id: provider?.id ?? '',
      name: provider?.name ?? otherDomains,
      share: shareOf(line.messages, most),
      cells: () => rateCells(line, formats, withComplaints),
      // No list names the others: they are what the known ones leave.
      term: () => (provider ? terms(namesOf(domains)) : othersTerm(terms(known))),
      lines: () => domains.slice(0, mostLines).map((domain) => domainLine(domain, withComplaints)),
      more: Math.max(0, domains.length - mostLines),
      note:
        provider || more === 0
          ? undefined
          : `${formats.number(more)} smaller domains are counted here, but not listed.`,
    }
  })

  function domainLine(domain: Grouped['values'][number], withComplaints: boolean): Line {
    return {
      id: domain.value,
      name: domain.value === '' ? noDomain : visible(domain.value),
      isMuted: domain.value === '',
      share: shareOf(domain.messages, most),
      cells: () => rateCells(domain, formats, withComplaints),
      term: () => terms([domain.value]),
    }
  }
}

/** A line per provider, followed by its domains. */
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

/** The providers without their domains, as a drawing. */
export function providerChart(providers: readonly ProviderCounters[], formats: Numbers, head: ChartHead): string {
  const rows = providers.map(({ provider, messages }) => [provider?.name ?? otherDomains, messages])
  return tableChart({ head: [], rows }, formats, { ...head, noun: 'provider' })
}

function othersTerm(known: string | undefined): string | undefined {
  return known === undefined ? undefined : `-${known}`
}

function namesOf(domains: Grouped['values']): string[] {
  return domains.map(({ value }) => value)
}
