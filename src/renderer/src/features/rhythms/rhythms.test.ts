import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { Rhythm } from '#shared/contract/base/rhythm.ts'
import type { Host } from '../../lib/host/host.ts'
import { RhythmForm } from './rhythm-form.svelte.ts'
import { rhythmText } from './rhythm-words.ts'

const weekly: Rhythm = { every: 'week', weekday: 7, monthDay: 31, time: '07:30', cron: '' }

it('a rhythm is said in words', () => {
  const text = (change: Partial<Rhythm>) => rhythmText({ ...weekly, ...change }, 'en-US')
  expect(text({})).toBe('Every Sunday at 07:30')
  expect(text({ every: 'hour', time: '07:05' })).toBe('Every hour at minute 5')
  expect(text({ every: 'day' })).toBe('Every day at 07:30')
  expect(text({ every: 'month' })).toBe('Every month on day 31 at 07:30')
  expect(text({ every: 'cron', cron: '0 6 * * 1-5' })).toBe('Cron pattern 0 6 * * 1-5')
})

describe('The form of a rhythm', () => {
  /** The host refuses every rhythm but those of the calendar. */
  function openForm(start?: Rhythm) {
    const asked: Rhythm[] = []
    const invoke = (_name: string, { rhythm }: { rhythm: Rhythm }) => {
      asked.push(rhythm)
      return rhythm.every === 'cron'
        ? Promise.reject(new AppError('invalid-input', 'The month has no day 32.'))
        : Promise.resolve({ zone: 'UTC', runs: [1, 2, 3] })
    }
    return { form: new RhythmForm({ invoke } as unknown as Host, start), asked }
  }

  it.each<Rhythm>([
    weekly,
    { ...weekly, every: 'hour', time: '07:05' },
    { ...weekly, every: 'cron', cron: '*/15 * * * *' },
  ])('leaves as it is what nobody changed: $every', (rhythm) => {
    expect(openForm(rhythm).form.rhythm).toEqual(rhythm)
  })

  it('says which field is empty or out of range', () => {
    const { form } = openForm()
    expect(form.problem).toBeUndefined()
    form.time = ''
    expect(form.problem).toMatchObject({ field: 'time' })
    form.every = 'hour'
    form.minute = 60
    expect(form.problem).toMatchObject({ field: 'minute' })
    form.minute = 5
    expect(form.problem).toBeUndefined()
    form.every = 'month'
    form.time = '07:00'
    form.monthDay = undefined
    expect(form.problem).toMatchObject({ field: 'monthDay' })
    form.every = 'cron'
    form.cron = ' '
    expect(form.problem).toMatchObject({ field: 'cron' })
  })

  it('writes the minute of an hourly rhythm, and a pattern only where it counts', () => {
    const { form } = openForm(weekly)
    form.every = 'hour'
    form.minute = 5
    form.cron = '0 6 * * *'
    expect(form.rhythm).toMatchObject({ every: 'hour', time: '07:05', cron: '' })
    form.every = 'cron'
    form.cron = ' 0 6 * * * '
    expect(form.rhythm).toMatchObject({ every: 'cron', cron: '0 6 * * *' })
  })

  it('shows at the pattern why it is refused, until another rhythm is chosen', async () => {
    const { form, asked } = openForm()
    form.every = 'cron'
    form.cron = '0 0 32 * *'
    await form.next.load()
    expect(form.problem).toEqual({ field: 'cron', text: 'The month has no day 32.' })
    form.every = 'day'
    expect(form.problem).toBeUndefined()
    await form.next.load()
    expect(form.next.value?.runs).toEqual([1, 2, 3])
    expect(asked.map(({ every }) => every)).toEqual(['cron', 'day'])
  })
})
