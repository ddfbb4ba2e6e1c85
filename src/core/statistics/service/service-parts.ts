import type { LinkClicks, PartFigures, PlaceCounts, PlatformOpens, ServicePart } from '#shared/contract/statistics.ts'
import { mostGroupValues } from '#shared/contract/base/statistics-limits.ts'
import type { StatisticsFilter } from '#shared/domain/service/requests.ts'
import { columnsOf } from '#shared/domain/statistics/service/group-columns.ts'
import { noCounters, sumOf } from '#shared/domain/statistics/counters.ts'
import { countersOfService, whole, type ServiceCounters } from '#shared/domain/statistics/service/service-counters.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CallOptions, Listed, ServiceClient } from '../../api/index.ts'
import { joinedDays, type PeriodFilter } from './joined-days.ts'
import { problemsOf } from './service-problems.ts'

type Statistics = ServiceClient['statistics']
export type PartQuestion = { readonly part: ServicePart; readonly filter: PeriodFilter }

type Reading = {
  readonly signal: AbortSignal
  /** Whether the service is known not to offer `sends`. */
  readonly skipsSends: boolean
}

/** Error codes for a part that some accounts lack. They are no reason for a warning. */
const absent = ['not-found', 'not-allowed']

export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof AppError && absent.includes(thrown.code)
}

/** Requests one part of the service’s figures and converts it to the shape of the archive’s figures. */
export async function readPart(
  statistics: Statistics,
  { part, filter }: PartQuestion,
  { signal, skipsSends }: Reading,
): Promise<PartFigures> {
  const options: CallOptions = { signal, expected: absent }
  switch (part) {
    case 'sends':
      return { part, ...(await readTotal(statistics, filter, { options, skipsSends })) }
    case 'days':
      return { part, ...(await joinedDays(statistics, filter, options)) }
    case 'domains':
      return { part, ...groupedOf(await statistics.domains(filter, options)) }
    case 'tags':
      return { part, ...groupedOf(await statistics.tags(filter, options)) }
    case 'links': {
      const { items, ...rest } = listed(await statistics.links(filter, options), ({ click }) => click)
      const links = items.map(({ url, click, clicker }): LinkClicks => ({
        url,
        click: whole(click),
        clicker: whole(clicker),
      }))
      return { part, links, ...rest }
    }
    case 'email-platforms': {
      const { items, ...rest } = listed(await statistics.emailPlatforms('all', filter, options), ({ open }) => open)
      const platforms = items.map(({ month, name, type, open }): PlatformOpens => ({
        month: monthText(month),
        name,
        type,
        open: whole(open),
      }))
      return { part, platforms, ...rest }
    }
    case 'places': {
      const { items, ...rest } = listed(
        await statistics.localisations(filter, options),
        ({ open, click }) => open + click,
      )
      const places = items.map(({ country, city, latitude, longitude, ...counts }): PlaceCounts => ({
        country,
        city,
        latitude: degrees(latitude, 90),
        longitude: degrees(longitude, 180),
        open: whole(counts.open),
        click: whole(counts.click),
        opener: whole(counts.opener),
        clicker: whole(counts.clicker),
      }))
      return { part, places, ...rest }
    }
  }
}

type TotalReading = { readonly options: CallOptions; readonly skipsSends: boolean }

/**
 * Not every service returns a total. Each message has one recipient domain, so the sum over all domains is the total as
 * well.
 */
async function readTotal(statistics: Statistics, filter: StatisticsFilter, { options, skipsSends }: TotalReading) {
  const sends = skipsSends ? null : await statistics.sends(filter, options).catch(nullIfAbsent)
  if (sends !== null) return { total: countersOfService(sends), problems: 0, reasons: [] }
  const domains = await statistics.domains(filter, options)
  const total = domains.items.length === 0 ? noCounters() : sumOf(domains.items.map(countersOfService))
  return { total, ...problemsOf(domains) }
}

function nullIfAbsent(thrown: unknown): null {
  if (isAbsent(thrown)) return null
  throw thrown
}

function groupedOf(answer: Listed<ServiceCounters & { name: string }>) {
  const values = answer.items.map(({ name, ...counters }) => ({ value: name, ...countersOfService(counters) }))
  values.sort((a, b) => b.messages - a.messages || (a.value < b.value ? -1 : 1))
  const more = Math.max(0, values.length - mostGroupValues)
  return { columns: columnsOf({ values: values.slice(0, mostGroupValues), more }), ...problemsOf(answer) }
}

/**
 * Lists the items, largest first. Items beyond the limit are counted as problems, so that nothing is dropped silently.
 */
function listed<Item>(answer: Listed<Item>, size: (item: Item) => number) {
  const items = answer.items.toSorted((a, b) => size(b) - size(a)).slice(0, mostGroupValues)
  const { problems, reasons } = problemsOf(answer)
  const cut = answer.items.length - items.length
  return {
    items,
    problems: problems + cut,
    reasons: cut > 0 ? [...reasons, 'There are too many values to list.'] : reasons,
  }
}

/** Empty if the service returns no month or an impossible one. */
function monthText(month: number | null): string {
  const date = new Date(month ?? NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 7)
}

function degrees(value: number | null, most: number): number | null {
  return value !== null && Math.abs(value) <= most ? value : null
}
