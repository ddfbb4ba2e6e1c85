import { describe, expect, it } from 'vitest'
import { readExportAddress } from '../../messages/index.ts'
import { readScheduleAddress, scheduleAddress, scheduleOf, type ScheduleStart } from './schedule-address.ts'

describe('The address of a new schedule', () => {
  it.each<ScheduleStart>([
    { source: 'archive', text: 'tag:"a b" -state:sent', span: null },
    { source: 'archive', text: '', span: 'last-30-days' },
    { source: 'service', text: '', span: 'last-month' },
    { source: 'delta', text: '', span: 'yesterday' },
  ])('leads back to what it was made from: %o', (start) => {
    expect(readScheduleAddress(new URLSearchParams(scheduleAddress(start)[1]), 'service')).toEqual(start)
  })

  it('takes nothing that it cannot read for something else', () => {
    const read = readScheduleAddress(new URLSearchParams('source=other&span=last-year'), 'service')
    expect(read).toEqual({ source: 'service', text: '', span: 'yesterday' })
  })
})

describe('A schedule of what an export is about', () => {
  const begun = readExportAddress(new URLSearchParams('q=tag:x&source=archive'), 'archive')
  const today = '2026-03-15'
  const period = { from: '2026-02-01', to: '2026-02-28' }

  it('exports all matches of its search', () => {
    expect(scheduleOf(begun, period, today)).toEqual({ source: 'archive', text: 'tag:x', span: null })
  })

  it('goes on counting days back, where the period does', () => {
    const spanOf = (range: typeof period) => scheduleOf({ ...begun, source: 'service' }, range, today).span
    expect(spanOf(period)).toBe('last-month')
    expect(spanOf({ from: '2026-03-09', to: '2026-03-15' })).toBe('last-7-days')
    expect(spanOf({ from: '2026-01-02', to: '2026-01-03' })).toBe('yesterday')
  })
})
