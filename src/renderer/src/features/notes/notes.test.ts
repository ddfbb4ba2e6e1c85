import { describe, expect, it } from 'vitest'
import { Formats } from '#shared/domain/settings/formats.ts'
import type { Note } from '#shared/contract/notes.ts'
import { noteMarks } from './note-marks.ts'
import { noteTime } from './note-text.ts'

const note = (day: string, change: Partial<Note> = {}): Note => ({
  id: day,
  kind: 'hand',
  day,
  lastDay: day,
  moment: null,
  text: day,
  link: null,
  sharedBy: null,
  ...change,
})
const january = Array.from({ length: 30 }, (_, at) => {
  const day = `2026-01-${String(at + 1).padStart(2, '0')}`
  return { first: day, last: day }
})
const placed = (notes: Note[], width: number) =>
  noteMarks(notes, january, width).map((mark) => [Math.round(mark.place), mark.notes.map(({ day }) => day.slice(8))])

describe('Marks above the bars', () => {
  it('stand over the middle of their bar', () => {
    expect(placed([note('2026-01-01'), note('2026-01-15'), note('2026-01-30')], 1200)).toEqual([
      [2, ['01']],
      [48, ['15']],
      [98, ['30']],
    ])
  })

  it('become one where they would touch, with all their notes', () => {
    const notes = [note('2026-01-10'), note('2026-01-11'), note('2026-01-20')]
    expect(placed(notes, 1200)).toHaveLength(3)
    expect(placed(notes, 400)).toEqual([
      [33, ['10', '11']],
      [65, ['20']],
    ])
  })

  it('show a gap once: where it began, or at the first bar', () => {
    const within = note('2026-01-10', { kind: 'sync-gap', lastDay: '2026-01-20' })
    const before = note('2025-12-20', { kind: 'sync-gap', lastDay: '2026-01-02' })
    expect(placed([before, within], 1200)).toEqual([
      [2, ['20']],
      [32, ['10']],
    ])
  })
})

it('a note says when it was, as precisely as it is known', () => {
  const british = new Formats(
    { timeZone: 'UTC', dateFormat: 'locale', language: 'en-GB' },
    { systemTimeZone: 'UTC', systemLanguage: 'en-GB' },
  )
  const formats = {
    days: british.days.bind(british),
    dateTime: (at: number) => new Date(at).toISOString(),
  }
  expect(noteTime(note('2026-01-10'), formats)).toBe('10 Jan 2026')
  expect(noteTime(note('2026-01-10', { lastDay: '2026-01-12' }), formats)).toBe('10 Jan 2026 – 12 Jan 2026')
  expect(noteTime(note('2026-01-10', { moment: 0 }), formats)).toBe('1970-01-01T00:00:00.000Z')
})
