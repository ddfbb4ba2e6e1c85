import type { AccountProfile } from '#shared/contract/accounts.ts'
import type { DateRange, StatisticsFilter } from '#shared/domain/service/requests.ts'
import { epochSeconds, isoSeconds } from '../read/dates.ts'

type DateForm = AccountProfile['dateForm']

/** In the form `documented`, only statistics/messages takes ISO dates. */
export type DateUse = 'messages' | 'other'

/** Absent dates become undefined, because `JSON.stringify` drops undefined fields. */
export function writeRange(range: DateRange, form: DateForm, use: DateUse): Record<string, unknown> {
  const iso = form === 'iso' || (form === 'documented' && use === 'messages')
  const write = (time: number | undefined): number | string | undefined =>
    time === undefined ? undefined : iso ? isoSeconds(time) : epochSeconds(time)
  return { dateBegin: write(range.dateBegin), dateEnd: write(range.dateEnd) }
}

export function writeFilter(filter: StatisticsFilter, form: DateForm, use: DateUse): Record<string, unknown> {
  const { froms, apiKeys, tags } = filter
  return { ...writeRange(filter, form, use), froms: given(froms), apiKeys: given(apiKeys), tags: given(tags) }
}

/** Leaves out an empty list. It means no filter, but some services would interpret it as “none of them”. */
function given(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list
}

/** Writes the fields of a request as a query string, for GET. Undefined fields are left out. */
export function asQuery(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
