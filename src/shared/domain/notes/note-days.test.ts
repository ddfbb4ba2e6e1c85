import { expect, it } from 'vitest'
import { notesOfDays, type KeptNote } from './note-days.ts'

const kept = (id: string, change: Partial<KeptNote>): KeptNote => ({
  id,
  kind: 'hand',
  day: null,
  moment: null,
  text: id,
  link: null,
  sharedBy: null,
  ...change,
})
const november = { from: '2026-11-01', to: '2026-11-30', zone: 'Europe/Paris' }

it('puts a moment on the day that the reader’s clocks show, and a day where it was written', () => {
  const late = Date.UTC(2026, 10, 9, 23, 30)
  const notes = [kept('moment', { kind: 'alert', moment: late }), kept('day', { day: '2026-11-09' })]
  expect(notesOfDays(notes, [], november).map(({ id, day }) => `${id} ${day}`)).toEqual([
    'day 2026-11-09',
    'moment 2026-11-10',
  ])
  const inUtc = notesOfDays(notes, [], { ...november, zone: 'UTC' })
  expect(inUtc.map(({ day }) => day)).toEqual(['2026-11-09', '2026-11-09'])
})

it('has both ends of the period in it, and a gap that only reaches into it', () => {
  const notes = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) => kept(day, { day }))
  const gap = { from: Date.UTC(2026, 9, 20) / 1000, to: Date.UTC(2026, 10, 2) / 1000 }
  expect(notesOfDays(notes, [gap], november).map(({ kind, day, lastDay }) => `${kind} ${day} ${lastDay}`)).toEqual([
    'sync-gap 2026-10-20 2026-11-02',
    'hand 2026-11-01 2026-11-01',
    'hand 2026-11-30 2026-11-30',
  ])
})
