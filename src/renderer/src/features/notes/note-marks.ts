import type { Note } from '#shared/contract/notes.ts'

/** Notes that share a position above the bars. */
export type NoteMark = {
  /** The centre of the marker, as a percentage of the width. */
  readonly place: number
  readonly notes: readonly Note[]
}

/** The width of a marker in pixels. Markers that would touch are merged. */
const widest = 24

/** Positions the notes above bars that each cover one or more days. */
export function noteMarks(
  notes: readonly Note[],
  bars: readonly { readonly first: string; readonly last: string }[],
  width: number,
): NoteMark[] {
  const marks: { places: number[]; notes: Note[] }[] = []
  const step = 100 / bars.length
  for (const [at, { first, last }] of bars.entries()) {
    // A gap that began before the period gets its marker at the first bar.
    const here = notes.filter(({ day, lastDay }) => day <= last && (day >= first || (at === 0 && lastDay >= first)))
    if (here.length === 0) continue
    const place = (at + 0.5) * step
    const before = marks.at(-1)
    const isNear = before !== undefined && ((place - before.places[0]!) * width) / 100 < widest
    if (isNear) {
      before.places.push(place)
      before.notes.push(...here)
    } else marks.push({ places: [place], notes: here })
  }
  return marks.map(({ places, notes: joined }) => ({ place: (places[0]! + places.at(-1)!) / 2, notes: joined }))
}
