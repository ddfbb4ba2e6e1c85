import { describe, expect, it } from 'vitest'
import { chipsOf, conditionsOf, readSort, shownChips, sortText, valueOf, withTerm, withoutChip } from './query-text.ts'

describe('a query as chips', () => {
  it('shows the terms that name a field, negation included', () => {
    expect(chipsOf('invoice state:delivered -tag:test').map((chip) => chip.text)).toEqual([
      'state:delivered',
      '-tag:test',
    ])
  })

  it('takes one term away and leaves the rest', () => {
    const text = 'invoice state:delivered last:7d'
    expect(withoutChip(text, chipsOf(text)[0]!)).toBe('invoice last:7d')
  })

  it('takes a period away whole, whichever end is written first', () => {
    const text = 'invoice after:2026-01-01 before:2026-02-01 state:delivered'
    expect(shownChips(text).map((chip) => chip.text)).toEqual(['after:2026-01-01 before:2026-02-01', 'state:delivered'])
    expect(withoutChip(text, shownChips(text)[0]!)).toBe('invoice state:delivered')
    expect(shownChips('before:2026-02-01 after:2026-01-01')).toHaveLength(1)
  })

  it('leaves conditions alone that are no period', () => {
    for (const text of ['after:2026-01-01 after:2026-02-01', '-after:2026-01-01 before:2026-02-01']) {
      expect(shownChips(text), text).toHaveLength(2)
    }
    expect(shownChips('after:2026-01-01 invoice before:2026-02-01')).toHaveLength(2)
    expect(shownChips('after:2026-01-01 OR before:2026-02-01')).toHaveLength(2)
  })

  it('replaces the value of a field', () => {
    expect(withTerm('invoice state:delivered', 'state', 'state:rejected')).toBe('invoice state:rejected')
    expect(withTerm('after:2026-01-01 before:2026-02-01 x', 'after', null)).toBe('before:2026-02-01 x')
    expect(valueOf('invoice state:delivered', 'state')).toBe('delivered')
    expect(valueOf('invoice', 'state')).toBeNull()
  })
})

describe('the conditions of a search', () => {
  it('are told with what is left without each', () => {
    expect(conditionsOf('invoice -state:rejected (a OR b)')).toEqual([
      { text: 'invoice', others: '-state:rejected (a OR b)' },
      { text: '-state:rejected', others: 'invoice (a OR b)' },
      { text: 'a OR b', others: 'invoice -state:rejected' },
    ])
    for (const single of ['', 'invoice', 'a OR b', '-(a b)']) expect(conditionsOf(single), single).toEqual([])
  })
})

describe('an order in the address', () => {
  it('is read as it was written', () => {
    for (const sort of [
      { field: 'created', descending: true },
      { field: 'opens', descending: false },
    ] as const) {
      expect(readSort(sortText(sort))).toEqual(sort)
    }
    expect(readSort('shoe size-')).toBeNull()
    expect(readSort(null)).toBeNull()
  })
})
