import { longestSearch, sortFields } from '#shared/contract/base/search-limits.ts'
import type { Sort } from '#shared/contract/messages.ts'
import { metaKeyOf } from '#shared/domain/exports/archive-columns.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { listOf, readChoice, readNumber } from '../framework/read-values.ts'
import type { Given } from '../framework/command.ts'
import { didYouMean } from '../framework/did-you-mean.ts'
import { UsageError } from '../framework/usage-error.ts'
import { searchColumns, type searchFlags } from './search-flags.ts'

export type Search = {
  readonly text: string
  readonly zone: string
  readonly sort: Sort | null
  readonly limit: number
  readonly isCount: boolean
  /** A table for people; tab-separated lines or JSON objects for programs. */
  readonly form: 'table' | 'lines' | 'json'
  readonly columns: readonly string[]
}

const forPeople = ['createdDate', 'lastState', 'email', 'from', 'subject']
const onTerminal = 50
const columnsFlag = '--columns'

/** Reads the flags; an invalid search is refused before anything is opened. */
export function readSearch({ flags, operands }: Given<typeof searchFlags>, toTerminal: boolean): Search {
  const form = flags.json ? 'json' : toTerminal ? 'table' : 'lines'
  const columns = flags.columns === undefined ? null : listOf(flags.columns)
  columns?.forEach(refuseUnknownColumn)
  return {
    text: readQuery(operands),
    zone: readZone(flags.zone),
    sort: flags.sort === undefined ? null : readSort(flags.sort),
    limit: readLimit(flags.limit, form === 'table' ? onTerminal : Infinity),
    isCount: flags.count,
    form,
    columns: columns ?? (form === 'json' ? searchColumns : forPeople),
  }
}

/** Unquoted words arrive as separate arguments, and form one query together. */
export function readQuery(operands: readonly string[]): string {
  const text = operands.join(' ')
  if (text.length > longestSearch)
    throw new UsageError(`The query is too long. Shorten it to at most ${longestSearch} characters.`)
  const [error] = parse(text).errors
  if (error === undefined) return text
  throw new UsageError(`“${text.slice(error.from, error.to)}”: ${[error.message, error.hint].join(' ').trim()}`)
}

export function readZone(zone: string | undefined): string {
  if (zone === undefined) return Intl.DateTimeFormat().resolvedOptions().timeZone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw new UsageError(`--zone takes a name like UTC or Europe/Paris, not "${zone}".`)
  }
}

export function readLimit(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  return text === 'all' ? Infinity : readNumber(text, '--limit', { least: 1, most: 1_000_000_000 })
}

export function readSort(text: string): Sort {
  const [name = '', direction = 'down', ...rest] = text.split(':')
  const field = readChoice(name, '--sort', sortFields)
  const isKnown = rest.length === 0 && (direction === 'up' || direction === 'down')
  if (!isKnown) throw new UsageError(`--sort takes a field, or FIELD:up for the smallest first, not "${text}".`)
  return { field, descending: direction === 'down' }
}

function refuseUnknownColumn(id: string): void {
  const known: readonly string[] = searchColumns
  if (known.includes(id) || metaKeyOf(id) !== null) return
  const hint = didYouMean(id, known) || ` ${columnsFlag} takes ${known.join(', ')} and meta:KEY.`
  throw new UsageError(`There is no column named ${id}.${hint}`)
}
