import { describe, expect, it } from 'vitest'
import {
  addressIn,
  conditionsOf,
  datedTerms,
  isDated,
  othersAt,
  shownChips,
  singleTerm,
  valueOf,
  withPeriod,
  withTerm,
  withoutChip,
} from './query-text.ts'

const shown = (text: string) => shownChips(text).map((chip) => chip.text)
const withoutEach = (text: string) => shownChips(text).map((chip) => withoutChip(text, chip))

describe('a query as chips', () => {
  it('shows the terms that name a field, negation included', () => {
    expect(shown('invoice state:delivered -tag:test')).toEqual(['state:delivered', '-tag:test'])
    expect(shown('NOT tag:test "state:no field"')).toEqual(['NOT tag:test'])
    expect(shown('invoice "two words"')).toEqual([])
  })

  it('shows a group as one condition: its parts alone mean something else', () => {
    expect(shown('-(state:delivered x) (tag:a OR tag:b) (no field)')).toEqual([
      '-(state:delivered x)',
      '(tag:a OR tag:b)',
    ])
  })

  it('removes one term and leaves the rest', () => {
    expect(withoutEach('invoice state:delivered last:7d')).toEqual(['invoice last:7d', 'invoice state:delivered'])
    expect(withoutEach('"two  spaces" state:delivered')).toEqual(['"two  spaces"'])
  })

  it('leaves no OR without its other side, and no negation for the next term', () => {
    expect(withoutEach('invoice OR state:delivered')).toEqual(['invoice'])
    expect(withoutEach('state:delivered OR invoice OR tag:a b')).toEqual([
      'invoice OR tag:a b',
      'state:delivered OR invoice OR b',
    ])
    expect(withoutEach('NOT tag:a b -(c)')).toEqual(['b -c'])
    expect(withoutEach('-(tag:a OR b) c')).toEqual(['c'])
  })

  it('removes a whole period, wherever its ends are written', () => {
    const text = 'invoice after:2026-01-01 before:2026-02-01 state:delivered'
    expect(shown(text)).toEqual(['after:2026-01-01 before:2026-02-01', 'state:delivered'])
    expect(withoutChip(text, shownChips(text)[0]!)).toBe('invoice state:delivered')
    expect(shown('before:2026-02-01 after:2026-01-01')).toHaveLength(1)
    const apart = 'after:2026-01-01 invoice state:delivered before:2026-02-01'
    expect(shown(apart)).toEqual(['after:2026-01-01 before:2026-02-01', 'state:delivered'])
    expect(withoutEach(apart)).toEqual(['invoice state:delivered', 'after:2026-01-01 invoice before:2026-02-01'])
  })

  it('hides a field without a value, and marks a condition that is not applied', () => {
    expect(shown('invoice state:')).toEqual([])
    expect(shownChips('invoice "two words" state:sent', { words: true }).map(({ text }) => text)).toEqual([
      'invoice',
      '"two words"',
      'state:sent',
    ])
    const problems = shownChips('state:delivered last:abc').map(({ problem }) => problem !== null)
    expect(problems).toEqual([false, true])
  })

  it('does not join conditions that are not a period', () => {
    for (const text of [
      'after:2026-01-01 after:2026-02-01',
      '-after:2026-01-01 before:2026-02-01',
      'after:2026-01-01 OR before:2026-02-01',
    ]) {
      expect(shown(text), text).toHaveLength(2)
    }
    expect(shown('after:2026-01-01 after:2026-01-15 before:2026-02-01')).toHaveLength(3)
  })
})

describe('a filter', () => {
  it('replaces the value of a field', () => {
    expect(withTerm('invoice state:delivered', 'state', 'state:rejected')).toBe('invoice state:rejected')
    expect(withTerm('after:2026-01-01 before:2026-02-01 x', 'after', null)).toBe('before:2026-02-01 x')
    expect(withTerm('state:delivered', 'state', null)).toBe('')
    expect(withTerm('', 'state', 'state:delivered')).toBe('state:delivered')
    expect(valueOf('invoice state:delivered', 'state')).toBe('delivered')
    expect(valueOf('invoice -state:delivered', 'state')).toBeNull()
  })

  it('applies to both sides of an OR', () => {
    expect(withTerm('invoice OR reset', 'opened', 'opened:yes')).toBe('(invoice OR reset) opened:yes')
    expect(withTerm('(invoice OR reset) opened:yes', 'opened', 'opened:no')).toBe('(invoice OR reset) opened:no')
    // A term on only one side of an OR does not count as the filter.
    expect(valueOf('invoice OR state:delivered', 'state')).toBeNull()
    expect(withTerm('(a OR state:delivered) b', 'state', 'state:rejected')).toBe(
      '(a OR state:delivered) b state:rejected',
    )
    // Multiple values of a field form one condition.
    expect(withTerm('state:delivered,rejected', 'tag', 'tag:a')).toBe('state:delivered,rejected tag:a')
  })

  it('is separate from a phrase or group that is still open', () => {
    expect(withTerm('"your order', 'state', 'state:rejected')).toBe('"your order" state:rejected')
    expect(withTerm('invoice OR (shipping', 'state', 'state:rejected')).toBe('(invoice OR (shipping)) state:rejected')
    expect(withPeriod('invoice (shipping OR order', 'last:7d')).toBe('invoice (shipping OR order) last:7d')
    expect(withPeriod('a) b', 'last:7d')).toBe('a b last:7d')
    expect(withTerm('invoice NOT', 'state', 'state:rejected')).toBe('invoice state:rejected')
    expect(withTerm('tag:a "your order', null, 'tag:b')).toBe('tag:a "your order" tag:b')
    expect(withTerm('a OR b', null, 'tag:b')).toBe('(a OR b) tag:b')
  })

  it('is found however its field is written', () => {
    expect(withTerm('State:delivered', 'state', 'state:rejected')).toBe('state:rejected')
    expect(valueOf('STATE:delivered', 'state')).toBe('delivered')
    expect(withPeriod('Last:7d invoice', 'last:30d')).toBe('invoice last:30d')
    expect(datedTerms('Last:7d invoice')).toEqual(['last:7d'])
    expect(shownChips('After:2026-01-01 Before:2026-02-01')).toHaveLength(1)
    expect(withTerm('"state:delivered"', 'state', 'state:rejected')).toBe('"state:delivered" state:rejected')
  })

  it('replaces every other period', () => {
    const period = 'after:2026-01-01 before:2026-02-01'
    expect(withPeriod('last:7d invoice on:today', period)).toBe('invoice after:2026-01-01 before:2026-02-01')
    expect(withPeriod('invoice OR reset', period)).toBe('(invoice OR reset) after:2026-01-01 before:2026-02-01')
    expect(withPeriod('after:2026-01-01 invoice before:2026-02-01', null)).toBe('invoice')
    expect(isDated('(a OR on:today)')).toBe(true)
    expect(isDated('"on:today" invoice')).toBe(false)
  })
})

describe('the conditions of a search', () => {
  it('are listed with the query that remains without each', () => {
    expect(conditionsOf('invoice -state:rejected (a OR b)', 8)).toEqual([
      { text: 'invoice', others: '-state:rejected (a OR b)' },
      { text: '-state:rejected', others: 'invoice (a OR b)' },
      { text: '(a OR b)', others: 'invoice -state:rejected' },
    ])
    for (const single of ['', 'invoice', 'a OR b', '-(a b)']) expect(conditionsOf(single, 8), single).toEqual([])
    expect(conditionsOf('a b c', 2)).toEqual([])
  })
})

describe('a search that finds nothing', () => {
  it('names its only term', () => {
    expect(singleTerm('state:bounce')).toBe('state:bounce')
    expect(singleTerm('foo:bar')).toBe('foo:bar')
    expect(singleTerm('"two words" ')).toBe('"two words"')
    for (const other of ['', 'a b', 'a OR b', '-a']) expect(singleTerm(other), other).toBeNull()
  })

  it('finds the recipient it is about', () => {
    expect(addressIn('invoice to:Jane@Shop.example')).toBe('Jane@Shop.example')
    expect(addressIn('jane@shop.example')).toBe('jane@shop.example')
    for (const other of ['', 'to:jane', '-to:a@b.c', 'to:a@b.c OR to:d@e.f', 'from:a@b.c']) {
      expect(addressIn(other), other).toBeNull()
    }
  })
})

describe('the rest of a query, beside the condition at the cursor', () => {
  /** The cursor is at the `|`. */
  const others = (marked: string) => othersAt(marked.replace('|', ''), marked.indexOf('|'))

  it('leaves out the condition, with its negation', () => {
    expect(others('invoice tag:ne| opened:yes')).toBe('invoice opened:yes')
    expect(others('invoice tag:|')).toBe('invoice')
    expect(others('tag:|')).toBe('')
    expect(others('invoice -tag:a|')).toBe('invoice')
    expect(others('invoice tag:"a b|')).toBe('invoice')
  })

  it('leaves out the other sides of an OR', () => {
    expect(others('tag:a OR tag:|')).toBe('')
    expect(others('a b OR tag:x| c OR d')).toBe('c')
  })

  it('keeps what stands beside it in a group, and beside the group', () => {
    expect(others('(tag:a OR b tag:|) c')).toBe('b c')
    expect(others('-(tag:a tag:|) c')).toBe('c')
  })
})
