import { exportSources, type ExportSource } from '#shared/contract/base/export-choices.ts'
import type { Sort } from '#shared/contract/messages.ts'
import { newestFirst } from '#shared/domain/messages/search.ts'
import { isDate } from '#shared/domain/query/period.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'
import { readSort, sortText } from '../../query/index.ts'

/**
 * A range of selected rows: the archive numbers of its first and last message, and the number of rows. Archive numbers
 * stay the same when other messages arrive.
 */
export type RowSpan = { readonly first: number; readonly last: number; readonly size: number }

/** The initial values of an export form. Every view that offers *Export* writes them to the address. */
export type ExportStart = {
  readonly source: ExportSource
  /** The days to export if the source is `service`; null for the default. */
  readonly period: DateRange | null
  /** If the source is `archive`: a search, its order, and the selected rows (null for all rows). */
  readonly text: string
  readonly sort: Sort
  readonly spans: readonly RowSpan[] | null
}

type Address = readonly [segments: string[], query: Record<string, string>]

export function exportAddress(start: Partial<ExportStart>): Address {
  const { source = 'archive', period = null, text = '', sort = newestFirst, spans = null } = start
  const rows = spans?.map(({ first, last, size }) => `${first}_${last}_${size}`).join('.') ?? ''
  const order = sortText(sort) === sortText(newestFirst) ? '' : sortText(sort)
  return [['exports', 'new'], { source, from: period?.from ?? '', to: period?.to ?? '', q: text, sort: order, rows }]
}

/** Reads the address, which may contain anything. Without a source, the form starts with the usual one. */
export function readExportAddress(query: URLSearchParams, usual: ExportSource): ExportStart {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  return {
    source: exportSources.find((known) => known === query.get('source')) ?? usual,
    period: isDay(from) && isDay(to) && from <= to ? { from, to } : null,
    text: query.get('q') ?? '',
    sort: readSort(query.get('sort')) ?? newestFirst,
    spans: readSpans(query.get('rows') ?? ''),
  }
}

/**
 * If any span is unreadable, nothing is selected, because neither the other spans nor the entire search are what the
 * user selected.
 */
function readSpans(written: string): RowSpan[] | null {
  if (written === '') return null
  const spans = written.split('.').map((part) => /^(-?\d{1,16})_(-?\d{1,16})_(\d{1,16})$/.exec(part))
  if (spans.some((span) => span === null)) return []
  return spans.map((span) => ({ first: Number(span![1]), last: Number(span![2]), size: Number(span![3]) }))
}

function isDay(text: string): boolean {
  return text.length === 10 && isDate(text)
}
