import { describe, expect, it } from 'vitest'
import { Formats } from './formats.ts'

const system = { systemTimeZone: 'Europe/Paris', systemLanguage: 'en-GB' }
const moment = Date.UTC(2026, 2, 1, 23, 30, 5)

describe('dates and numbers', () => {
  it('are shown in the chosen zone, not in the machine’s', () => {
    const formats = new Formats({ timeZone: 'Asia/Tokyo', dateFormat: 'iso', language: 'system' }, system)
    expect(formats.dateTime(moment)).toBe('2026-03-02 08:30:05')
    expect(formats.dateMinute(moment)).toBe('2026-03-02 08:30')
  })

  it('are short in tables: no seconds, and the time or the year', () => {
    const formats = new Formats({ timeZone: 'system', dateFormat: 'locale', language: 'system' }, system)
    expect(formats.short(moment, moment)).toBe('2 Mar, 00:30')
    expect(formats.short(moment, Date.UTC(2027, 5, 1))).toBe('2 Mar 2026')
    // In January, two messages from the same evening in December can still be distinguished.
    expect(formats.short(moment, Date.UTC(2027, 0, 2))).toBe('2 Mar, 00:30')
    expect(formats.short(Date.UTC(2027, 2, 1), moment)).toBe('1 Mar 2027')
    expect(formats.minute(moment)).toBe('00:30')
  })

  it.each([
    ['iso', '2026-03-02'],
    ['day-month', '02/03/2026'],
    ['month-day', '03/02/2026'],
    ['locale', '2 Mar 2026'],
  ] as const)('writes a day as %s', (dateFormat, text) => {
    expect(new Formats({ timeZone: 'system', dateFormat, language: 'system' }, system).day(moment)).toBe(text)
  })

  it.each([
    ['iso', ['2026-03-01', '2026-03-01 – 2026-04-05']],
    ['day-month', ['01/03/2026', '01/03/2026 – 05/04/2026']],
    ['locale', ['1 Mar 2026', '1 Mar – 5 Apr 2026']],
  ] as const)('writes days of the calendar as %s, in any zone', (dateFormat, texts) => {
    const formats = new Formats({ timeZone: 'America/New_York', dateFormat, language: 'system' }, system)
    const days = ['2026-03-01', '2026-04-05'].map((to) => formats.days({ from: '2026-03-01', to }))
    expect(days.map((text) => text.replaceAll(/\s/gu, ' '))).toEqual(texts)
  })

  it('have 12 or 24 hours as chosen, in every form of a date', () => {
    const with12 = { timeZone: 'UTC', language: 'system', hourFormat: '12' } as const
    const texts = (formats: Formats) =>
      [
        formats.dateTime(moment),
        formats.dateMinute(moment),
        formats.short(moment, moment),
        formats.clock('07:30'),
        formats.hour(15),
      ].map(
        // Intl writes a narrow space before am and pm.
        (text) => text.replaceAll(/\s/gu, ' '),
      )
    expect(texts(new Formats({ ...with12, dateFormat: 'locale' }, system))).toEqual([
      '1 Mar 2026, 11:30:05 pm',
      '1 Mar 2026, 11:30 pm',
      '1 Mar, 11:30 pm',
      '07:30 am',
      '3 pm',
    ])
    expect(texts(new Formats({ ...with12, dateFormat: 'iso' }, system)).slice(0, 2)).toEqual([
      '2026-03-01 11:30:05 pm',
      '2026-03-01 11:30 pm',
    ])
    const american = { ...with12, language: 'en-US', hourFormat: '24' } as const
    expect(texts(new Formats({ ...american, dateFormat: 'locale' }, system))).toEqual([
      'Mar 1, 2026, 23:30:05',
      'Mar 1, 2026, 23:30',
      'Mar 1, 23:30',
      '07:30',
      '15',
    ])
    // A fixed form uses the same clock everywhere, even if the language uses a different one.
    const fixed = new Formats({ ...american, hourFormat: 'locale', dateFormat: 'iso' }, system)
    expect([fixed.dateMinute(moment), fixed.minute(moment)]).toEqual(['2026-03-01 23:30', '23:30'])
  })

  it('fall back to UTC for a zone that does not exist', () => {
    const formats = new Formats({ timeZone: 'Mars/Olympus', dateFormat: 'iso', language: 'de' }, system)
    expect(formats.timeZone).toBe('UTC')
    expect(formats.number(1234567)).toBe('1.234.567')
  })

  it('show one decimal place of a size where it matters', () => {
    const formats = new Formats({ timeZone: 'UTC', dateFormat: 'iso', language: 'en' }, system)
    expect([0, 999, 1500, 12_345, 3_300_000].map((size) => formats.bytes(size))).toEqual([
      '0 B',
      '999 B',
      '1.5 KB',
      '12 KB',
      '3.3 MB',
    ])
  })
})
