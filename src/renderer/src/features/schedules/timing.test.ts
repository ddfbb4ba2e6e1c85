import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { Timing } from '#shared/contract/base/timing.ts'
import type { Host } from '../../lib/host/host.ts'
import { TimingForm } from './timing-form.svelte.ts'
import { timingText } from './timing-words.ts'

const weekly: Timing = { every: 'week', weekday: 7, monthDay: 31, time: '07:30', cron: '' }

it('the timing of a schedule is said in words', () => {
  const formats = { locale: 'en-US', clock: (time: string) => time }
  const text = (change: Partial<Timing>) => timingText({ ...weekly, ...change }, formats)
  expect(text({})).toBe('Every Sunday at 07:30')
  expect(text({ every: 'hour', time: '07:05' })).toBe('Every hour at minute 5')
  expect(text({ every: 'day' })).toBe('Every day at 07:30')
  expect(text({ every: 'month' })).toBe('Every month on day 31 at 07:30')
  expect(text({ every: 'cron', cron: '0 6 * * 1-5' })).toBe('Cron pattern 0 6 * * 1-5')
})

describe('The form of a timing', () => {
  /** A form whose host rejects every timing except calendar ones. */
  function openForm(start?: Timing) {
    const asked: Timing[] = []
    const invoke = (_name: string, { timing }: { timing: Timing }) => {
      asked.push(timing)
      return timing.every === 'cron'
        ? Promise.reject(new AppError('invalid-input', 'The month has no day 32.'))
        : Promise.resolve({ zone: 'UTC', runs: [1, 2, 3] })
    }
    return { form: new TimingForm({ invoke } as unknown as Host, start), asked }
  }

  it.each<Timing>([
    weekly,
    { ...weekly, every: 'hour', time: '07:05' },
    { ...weekly, every: 'cron', cron: '*/15 * * * *' },
  ])('leaves as it is what nobody changed: $every', (timing) => {
    expect(openForm(timing).form.timing).toEqual(timing)
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

  it('writes the minute of every hour, and a pattern only where it counts', () => {
    const { form } = openForm(weekly)
    form.every = 'hour'
    form.minute = 5
    form.cron = '0 6 * * *'
    expect(form.timing).toMatchObject({ every: 'hour', time: '07:05', cron: '' })
    form.every = 'cron'
    form.cron = ' 0 6 * * * '
    expect(form.timing).toMatchObject({ every: 'cron', cron: '0 6 * * *' })
  })

  it('shows no refusal of an earlier pattern while another one is parsed, and keeps one if only a blank follows', async () => {
    const held: PromiseWithResolvers<void>[] = []
    const invoke = async (_name: string, { timing }: { timing: Timing }) => {
      const wait = Promise.withResolvers<void>()
      held.push(wait)
      await wait.promise
      if (timing.cron.includes('32')) throw new AppError('invalid-input', 'The month has no day 32.')
      return { zone: 'UTC', runs: [1] }
    }
    const form = new TimingForm({ invoke } as unknown as Host, { ...weekly, every: 'cron', cron: '0 0 32 * *' })
    const parse = () => {
      const loaded = form.next.load()
      return () => (held.pop()!.resolve(), loaded)
    }
    await parse()()
    expect(form.problem).toMatchObject({ field: 'cron' })
    form.cron += ' '
    expect(form.problem).toMatchObject({ field: 'cron' })
    form.cron = '0 6 * * *'
    expect(form.problem).toBeUndefined()
    const end = parse()
    expect(form.problem).toBeUndefined()
    await end()
    expect(form.problem).toBeUndefined()
  })

  it('shows at the pattern why it is refused, until another timing is chosen', async () => {
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
