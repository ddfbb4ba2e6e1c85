import { describe, expect, it } from 'vitest'
import { hashOfFilters, readFilters, sameFilters, secondsOf, splitValues } from './live-filters.ts'

const today = '2026-11-21'
const given = {
  period: { from: '2026-11-01', to: '2026-11-20' },
  senders: ['orders@shop.example'],
  tags: ['spring, sale', '100%', 'müßig'],
  keys: [],
}

describe('the filters of a live search', () => {
  it('are read from the hash as they were written', () => {
    expect(readFilters(new URLSearchParams(hashOfFilters(given)), today)).toEqual(given)
  })

  it('default to the last seven days when the hash has no valid period', () => {
    const period = { from: '2026-11-15', to: today }
    const any = { period, senders: [], tags: [], keys: [] }
    expect(readFilters(new URLSearchParams(), today)).toEqual(any)
    for (const hash of ['from=2026-02-30&to=2026-03-01', 'from=2026-03-02&to=2026-03-01', 'from=today&to=2026']) {
      expect(readFilters(new URLSearchParams(hash), today).period).toEqual(period)
    }
    expect(readFilters(new URLSearchParams('tags=%25E0%25A4,a,a,'), today).tags).toEqual(['%E0%A4', 'a'])
  })

  it('are whole days of the displayed time zone, including the last second', () => {
    const seconds = secondsOf({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Paris')
    expect(seconds.from).toBe(Date.UTC(2026, 9, 24, 22) / 1000)
    // The day has 25 hours because the clocks are set back.
    expect(seconds.to - seconds.from).toBe(25 * 3600 - 1)
  })

  it('are equal when their values are equal', () => {
    expect(sameFilters(given, { ...given, tags: [...given.tags] })).toBe(true)
    expect(sameFilters(given, { ...given, tags: [] })).toBe(false)
  })

  it('keep the spaces of a tag', () => {
    expect(splitValues(' spring sale ,order;\nnews,')).toEqual(['spring sale', 'order', 'news'])
  })
})
