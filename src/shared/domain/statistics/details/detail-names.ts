import type { ArchiveDetails } from '../archive-statistics.ts'
import type { CsvTable } from '../csv-text.ts'
import type { Numbers } from '../figure-text.ts'
import { sizeBounds } from './classes.ts'
import { reasonName } from './reason-name.ts'

/** The names of the detail figures and their tables, in the dashboard and in reports. */

type Refusal = ArchiveDetails['refused']['reasons']['values'][number]

/** Writes a size in the units that the search uses. A kilobyte has 1,024 bytes there. */
export function sizeText(bytes: number, formats: Pick<Numbers, 'number'>): string {
  const [unit, size] = bytes < 1024 ** 2 ? ['KB', 1024] : ['MB', 1024 ** 2]
  const amount = bytes / size
  return `${formats.number(Number(amount.toFixed(amount < 10 ? 1 : 0)))} ${unit}`
}

export function sizeName(at: number, formats: Pick<Numbers, 'number'>): string {
  const [low, high] = [sizeBounds[at - 1], sizeBounds[at]].map((bound) => bound && sizeText(bound, formats))
  if (low === undefined) return `Up to ${high}`
  return high === undefined ? `More than ${low}` : `${low} to ${high}`
}

/** In the order of `openTimeBounds`. */
export const openTimeNames = [
  'Within a minute',
  '1 to 5 minutes',
  '5 to 15 minutes',
  '15 minutes to 1 hour',
  '1 to 4 hours',
  '4 to 12 hours',
  '12 hours to 1 day',
  '1 to 3 days',
  '3 to 7 days',
  'More than a week',
] as const

export const actorNames = [
  ['human', 'People'],
  ['proxy', 'People, through a mail proxy'],
  ['machine', 'Machines'],
  ['unknown', 'Unknown'],
] as const

export function reasonTable(refusals: readonly Refusal[]): CsvTable {
  return {
    head: ['Reason', 'Meaning', 'State', 'Example', 'Messages'],
    rows: refusals.map(({ reason, state, example, messages }) => [
      reason,
      reasonName(reason),
      state,
      example,
      messages,
    ]),
  }
}

export function peopleTable({ opened, clicked }: Pick<ArchiveDetails, 'opened' | 'clicked'>): CsvTable {
  return {
    head: ['By', 'Opens', 'Clicks'],
    rows: actorNames.map(([actor, name]) => [name, opened.by[actor], clicked.by[actor]]),
  }
}

export function sizeTable({ classes, unknown }: ArchiveDetails['sizes'], formats: Pick<Numbers, 'number'>): CsvTable {
  const rows = classes.map((messages, at): [string, number] => [sizeName(at, formats), messages])
  return { head: ['Size', 'Messages'], rows: unknown === 0 ? rows : [...rows, ['Unknown size', unknown]] }
}

export function openTimeTable(classes: readonly number[]): CsvTable {
  return { head: ['Time to open', 'Messages'], rows: classes.map((messages, at) => [openTimeNames[at]!, messages]) }
}
