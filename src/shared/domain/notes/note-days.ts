import type { Note } from '../../contract/notes.ts'
import type { Period } from '../archive/horizon.ts'
import { dayIn } from '../base/zone-day.ts'

/** A stored note. It belongs to a whole day, or to a moment, whose day depends on the reader’s zone. */
export type KeptNote = Omit<Note, 'day' | 'lastDay'> & { readonly day: string | null }

export type DaysInZone = { readonly from: string; readonly to: string; readonly zone: string }

/** Returns the stored notes and the sync gaps that fall on these days, oldest first. */
export function notesOfDays(kept: readonly KeptNote[], gaps: readonly Period[], days: DaysInZone): Note[] {
  const noted = kept.map(({ day, ...note }): Note => {
    const shown = day ?? dayIn(days.zone, note.moment ?? 0)
    return { ...note, day: shown, lastDay: shown }
  })
  const all = [...noted, ...gaps.map((gap) => noteOfGap(gap, days.zone))]
  const inside = all.filter(({ day, lastDay }) => lastDay >= days.from && day <= days.to)
  return inside.sort((a, b) => compare(a.day, b.day) || (a.moment ?? 0) - (b.moment ?? 0) || compare(a.id, b.id))
}

/**
 * The note is derived from the horizon each time, so that it disappears as soon as the sync has read the missing
 * period.
 */
function noteOfGap({ from, to }: Period, zone: string): Note {
  return {
    id: `gap-${from}`,
    kind: 'sync-gap',
    day: dayIn(zone, from * 1000),
    lastDay: dayIn(zone, to * 1000),
    moment: from * 1000,
    text: 'Messages are missing here, because the sync has not read this period yet or the service failed.',
    link: '#/overview',
    sharedBy: null,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
