import type { ScheduledWhat } from '#shared/contract/schedules.ts'
import type { ExportWhat } from '#shared/contract/exports.ts'
import { spanDays } from '#shared/domain/base/span-days.ts'
import { and } from '#shared/domain/query/ast.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { print } from '#shared/domain/query/print.ts'
import { periodText } from '#shared/domain/statistics/compared-period.ts'
import { searchQuery } from '../../base/search-query.ts'

export function whatOn(today: string, what: ScheduledWhat, zone: string): ExportWhat {
  switch (what.source) {
    case 'delta':
      return what
    case 'service':
      return { source: 'service', ...spanDays(what.span, today), zone }
    case 'archive': {
      const text = what.span === null ? what.text : within(what.text, periodText(spanDays(what.span, today)))
      return { source: 'archive', text, zone, sort: { field: 'created', descending: true }, selection: null }
    }
  }
}

/** Joins the conditions as queries instead of texts, so that the period applies to each side of an OR. */
function within(text: string, period: string): string {
  return print(and([searchQuery(text), parse(period).query])).trim()
}
