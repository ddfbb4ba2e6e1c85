import type { Note } from '../../../contract/notes.ts'

/** A bar that has notes. `numbers` refer to the list of notes in a report. */
export type BarMark = { readonly at: number; readonly numbers: readonly number[]; readonly title: string }

type NotedDay = Pick<Note, 'day' | 'lastDay' | 'text'>
type Bar = { readonly first: string; readonly last: string }

/** Places each note at the bar of its first day. A note that began before the period is placed at the first bar. */
export function barMarks(notes: readonly NotedDay[], bars: readonly Bar[]): BarMark[] {
  return bars.flatMap(({ first, last }, at) => {
    const here = notes.flatMap((note, index) => {
      const isHere = note.day <= last && (note.day >= first || (at === 0 && note.lastDay >= first))
      return isHere ? [{ number: index + 1, text: note.text }] : []
    })
    if (here.length === 0) return []
    return [{ at, numbers: here.map(({ number }) => number), title: here.map(({ text }) => text).join('\n') }]
  })
}

/**
 * Joins marks that would touch into a single mark at the first one’s bar. `step` is a bar’s width, `room` a mark’s width.
 */
export function joinedMarks(marks: readonly BarMark[], step: number, room: number): BarMark[] {
  const joined: BarMark[] = []
  for (const mark of marks) {
    const before = joined.at(-1)
    if (before && (mark.at - before.at) * step < room) {
      const numbers = [...before.numbers, ...mark.numbers]
      joined[joined.length - 1] = { at: before.at, numbers, title: `${before.title}\n${mark.title}` }
    } else joined.push(mark)
  }
  return joined
}

/** Writes the numbers of a mark, for example `3` or `3–5`. */
export function markText({ numbers }: BarMark): string {
  return numbers.length === 1 ? String(numbers[0]) : `${numbers[0]}–${numbers.at(-1)}`
}
