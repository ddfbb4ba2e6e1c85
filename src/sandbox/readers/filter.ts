import { msPerDay } from '#shared/domain/base/durations.ts'
import { invalid } from '../http/service-error.ts'
import type { SandboxClock } from '../base/clock.ts'
import type { Filter, Page } from '../store/index.ts'
import { readDate } from './dates.ts'
import { type Fields, type Reading, readInteger, readTexts } from './fields.ts'

const maxPageSize = 500
const month = 30 * msPerDay

export const filterFields = ['dateBegin', 'dateEnd', 'froms', 'apiKeys', 'tags']

/** Returns epoch milliseconds, as in the store. The period includes both of its ends. */
export function readPeriod(fields: Fields, reading: Reading): { dateBegin?: number; dateEnd?: number } {
  const dateBegin = milliseconds(readDate(fields.dateBegin, 'dateBegin', reading))
  const dateEnd = milliseconds(readDate(fields.dateEnd, 'dateEnd', reading))
  if (dateBegin !== undefined && dateEnd !== undefined && dateEnd < dateBegin) {
    throw invalid('dateEnd is before dateBegin.')
  }
  return { dateBegin, dateEnd }
}

/**
 * The period defaults to the last 30 days. If only `dateEnd` is given, it is the 30 days before. The service’s
 * documentation does not specify this.
 */
export function readFilter(fields: Fields, reading: Reading, clock: SandboxClock): Filter {
  const { dateBegin, dateEnd } = readPeriod(fields, reading)
  const end = dateEnd ?? (dateBegin === undefined ? clock.now() : undefined)
  const begin = dateBegin ?? (end === undefined ? undefined : end - month)
  return {
    dateBegin: begin,
    dateEnd: end,
    froms: listOrNothing(readTexts(fields.froms, 'froms', reading)),
    apiKeys: listOrNothing(readTexts(fields.apiKeys, 'apiKeys', reading)),
    tags: listOrNothing(readTexts(fields.tags, 'tags', reading)),
  }
}

/**
 * Page 0 is the same as page 1. A page size above our maximum is reduced and not refused, because the service documents
 * no maximum.
 */
export function readPageFields(fields: Fields, { strict }: Reading): Page {
  const page = readInteger(fields.page, 'page', { min: 0, max: Number.MAX_SAFE_INTEGER, strict })
  const pageSize = readInteger(fields.pageSize, 'pageSize', { min: 1, max: Number.MAX_SAFE_INTEGER, strict })
  return { page: Math.max(1, page ?? 1), pageSize: Math.min(pageSize ?? 25, maxPageSize) }
}

/** A note for the request log if the page size was reduced. */
export function pageNotes({ pageSize }: Fields): string[] {
  return Number(pageSize) > maxPageSize ? [`The page size ${Number(pageSize)} was reduced to ${maxPageSize}.`] : []
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}

/** An empty list counts as absent: clients send an empty list for every filter that is not set. */
function listOrNothing(list: string[] | undefined): string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list
}
