import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Formats } from '#shared/domain/settings/formats.ts'
import { readTyped, stepped, writtenText } from './typed-text.ts'

type Chosen = ConstructorParameters<typeof Formats>[0]

function formats(chosen: Partial<Chosen> & { language?: string } = {}) {
  const settings: Chosen = { timeZone: 'UTC', dateFormat: 'locale', language: 'system', ...chosen }
  return new Formats(settings, { systemTimeZone: 'UTC', systemLanguage: 'en-GB' })
}
const twelve = formats({ hourFormat: '12' })

test.each([
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['930', '09:30'],
  ['7', '07:00'],
  ['2:30 pm', '14:30'],
  ['12 a.m.', '00:00'],
  ['12:15p', '12:15'],
  ['24:00', ''],
  ['13 pm', ''],
  ['9:60', ''],
  ['noon', ''],
])('the time %s is read as %s', (text, value) => {
  expect(readTyped('time', text, twelve)).toBe(value)
})

test.each([
  ['day-month', '3/2/2026', '2026-02-03'],
  ['month-day', '3/2/26', '2026-03-02'],
  ['iso', '2026-02-03', '2026-02-03'],
  ['month-day', '2026-02-03', '2026-02-03'],
  ['locale', '03.02.2026', '2026-02-03'],
  ['locale', '30/2/2026', ''],
  ['locale', '3/2', ''],
  ['locale', 'tomorrow', ''],
] as const)('with the form %s, the day %s is read as %s', (dateFormat, text, value) => {
  expect(readTyped('date', text, formats({ dateFormat }))).toBe(value)
})

test('what is written is read again, in every form and language', () => {
  const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  const all = [
    ...(['iso', 'day-month', 'month-day'] as const).map((dateFormat) => formats({ dateFormat })),
    ...['en-US', 'de', 'hu', 'bg', 'ar', 'fa', 'th', 'ja', 'he'].map((language) => formats({ language })),
    twelve,
  ]
  fc.assert(
    fc.property(days, (date) => {
      const [day, time] = [date.toISOString().slice(0, 10), date.toISOString().slice(11, 16)]
      for (const form of all) {
        expect(readTyped('date', writtenText('date', day, form), form)).toBe(day)
        expect(readTyped('time', writtenText('time', time, form), form)).toBe(time)
      }
    }),
    { numRuns: 50 },
  )
})

test('an arrow key changes the number at the caret, which stays selected', () => {
  const american = formats({ dateFormat: 'month-day', hourFormat: '12' })
  const step = (kind: 'date' | 'time', value: string, caret: number, by: 1 | -1) =>
    stepped(kind, { value, text: writtenText(kind, value, american), caret }, { by, formats: american })
  expect(step('date', '2026-01-31', 0, 1)).toEqual({ value: '2026-02-28', selection: [0, 2] })
  expect(step('date', '2026-01-01', 4, -1)).toEqual({ value: '2025-12-31', selection: [3, 5] })
  expect(step('date', '2024-02-29', 9, 1)).toEqual({ value: '2025-02-28', selection: [6, 10] })
  expect(step('time', '11:59', 1, 1)).toEqual({ value: '12:59', selection: [0, 2] })
  expect(step('time', '00:00', 8, -1)).toEqual({ value: '23:59', selection: [3, 5] })
})

test('an arrow key changes the number at the caret of a day typed as an ISO date', () => {
  const american = formats({ dateFormat: 'month-day' })
  const step = (caret: number) =>
    stepped('date', { value: '2026-11-05', text: '2026-11-05', caret }, { by: 1, formats: american })
  expect(step(2)).toEqual({ value: '2027-11-05', selection: [6, 10] })
  expect(step(6)).toEqual({ value: '2026-12-05', selection: [0, 2] })
  expect(step(10)).toEqual({ value: '2026-11-06', selection: [3, 5] })
})
