import { expect, test } from 'vitest'
import { kindOptions, rhythmText } from './report-choices.ts'

test('a rhythm is said in words', () => {
  const rhythm = { every: 'week', weekday: 7, monthDay: 31, time: '07:30' } as const
  expect(rhythmText(rhythm, 'en-US')).toBe('Every Sunday at 07:30')
  expect(rhythmText({ ...rhythm, every: 'day' }, 'en-US')).toBe('Every day at 07:30')
  expect(rhythmText({ ...rhythm, every: 'month' }, 'en-US')).toBe('Every month on day 31 at 07:30')
})

test('a PDF that nothing can make is not offered, and the sentence names the way out', () => {
  expect(kindOptions({ print: false })[0]).toMatchObject({
    disabled: true,
    detail: expect.stringContaining('Choose HTML') as string,
  })
  expect(kindOptions({ print: true })[0]).toMatchObject({ disabled: false })
})
