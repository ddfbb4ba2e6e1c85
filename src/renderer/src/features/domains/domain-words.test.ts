import { expect, it } from 'vitest'
import type { AccountDomain, CheckedRecord } from '#shared/contract/domains.ts'
import { english } from '#shared/domain/base/plural.ts'
import { domainLook, seenText, serverText } from './domain-words.ts'

type Seen = CheckedRecord['seen'][number]
const seen = (verdict: Seen['verdict'], ttl: number | null, why = ''): Seen => ({
  server: '192.0.2.53',
  verdict,
  ttl,
  why,
})

it('says how many servers see a record, and how long others keep an older answer', () => {
  const text = (...all: Seen[]) => seenText({ seen: all }, english)
  expect(text(seen('right', 300), seen('right', 60), seen('missing', 2400))).toBe(
    'Record seen by 2 of 3 servers; older responses are cached for up to 40 min',
  )
  expect(text(seen('missing', 600), seen('unknown', null))).toBe('Record seen by 0 of 2 servers; 1 didn’t respond')
})

it('says of each server what it returned, and for how long', () => {
  expect(serverText(seen('right', 90))).toBe('192.0.2.53: found, cached for 90 s')
  expect(serverText(seen('right', 86_400 * 3))).toBe('192.0.2.53: found, cached for 3 days')
  expect(serverText(seen('unknown', null, 'refused the query'))).toBe('192.0.2.53: refused the query')
})

it('does not call a domain faulty because nobody could be asked', () => {
  const domain: AccountDomain = {
    name: 'shop.test',
    unicode: 'shop.test',
    lookAlike: null,
    tracking: '',
    origin: 'added',
    isDefault: false,
    flags: null,
    isReserved: false,
    watchedSince: null,
    lastCheck: null,
  }
  const checked = (...states: readonly ('right' | 'unknown' | 'missing')[]) =>
    domainLook({ ...domain, lastCheck: { at: 0, states: states.map((state) => ({ kind: 'spf', state })) } }).text
  expect(domainLook(domain).text).toBe('Not checked')
  expect(checked('right')).toBe('Records found')
  expect(checked('unknown', 'right')).toBe('Not checked')
  expect(checked('missing', 'right')).toBe('Records to fix')
})
