import type { AccessFilter, AccessLine } from '#shared/contract/team.ts'
import type { AccessChoice, AccessKind } from '#shared/contract/base/team/access-log.ts'
import { addDays, type DateRange } from '#shared/domain/base/days.ts'
import { momentOf } from '../../lib/ui/dates/zoned-time.ts'
import type { Option } from '../../lib/ui/fields/option.ts'

const textOfKind: Readonly<Record<AccessKind, string>> = {
  opened: 'Opened a message',
  searched: 'Searched for a person',
  exported: 'Exported messages',
  erased: 'Erased a person',
  retention: 'Changed how long messages are kept',
  'log-none': 'Turned the log off',
  'log-changes': 'Chose to log exports and changes',
  'log-all': 'Chose to log everything',
}

export function accessText({ kind, person }: Pick<AccessLine, 'kind' | 'person'>): string {
  return kind === 'searched' && person === null ? 'Searched for recipients' : textOfKind[kind]
}

export type KindChoice = AccessKind | 'any'

export const kindOptions: readonly Option<KindChoice>[] = [
  { value: 'any', label: 'Everything' },
  ...(Object.entries(textOfKind) as [AccessKind, string][]).map(([value, label]) => ({ value, label })),
]

export const loggedOptions: readonly Option<AccessChoice>[] = [
  { value: 'none', label: 'Nothing', detail: 'Nothing new is logged. Existing lines are kept.' },
  {
    value: 'changes',
    label: 'Exports and changes',
    detail: 'Exports, copied rows, backups, erasures and changes to how long messages are kept.',
  },
  {
    value: 'all',
    label: 'Everything',
    detail: 'Also every message that somebody opens and every search for a person.',
  },
]

/** The filter as the user entered it. */
export type EnteredFilter = {
  readonly kind: KindChoice
  readonly who: string
  readonly person: string
  readonly period: DateRange | undefined
}

export const everyLine: EnteredFilter = { kind: 'any', who: '', person: '', period: undefined }

/** Converts the entered filter for the core. The days of its period are days in `zone`. */
export function filterOf({ kind, who, person, period }: EnteredFilter, zone: string): AccessFilter {
  const startOf = (date: string) => momentOf(zone, { date, time: '00:00' }) ?? undefined
  return {
    ...(kind !== 'any' && { kind }),
    ...(who.trim() !== '' && { role: who.trim() }),
    ...(person.trim() !== '' && { person: person.trim() }),
    ...(period && { since: startOf(period.from), until: startOf(addDays(period.to, 1)) }),
  }
}
