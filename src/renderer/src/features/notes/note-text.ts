import type { Note, NoteKind } from '#shared/contract/notes.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

export const noteIcons: Readonly<Record<NoteKind, IconName>> = {
  hand: 'flag',
  'template-saved': 'template',
  'domain-verified': 'globe',
  alert: 'bell',
  'large-send': 'send',
  'sync-gap': 'offline',
}

/** Formats a calendar day, which is the same in every time zone. */
function dayName(day: string, formats: Pick<Formats, 'days'>): string {
  return formats.days({ from: day, to: day })
}

/** Formats the time of a note, which is a day, the days of a gap, or a moment. */
export function noteTime({ day, lastDay, moment }: Note, formats: Pick<Formats, 'days' | 'dateTime'>): string {
  if (lastDay !== day) return `${dayName(day, formats)} – ${dayName(lastDay, formats)}`
  return moment === null ? dayName(day, formats) : formats.dateTime(moment)
}
