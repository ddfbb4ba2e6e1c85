import { expect, it } from 'vitest'
import { hasTerms, mergedDmarc, mergedSpf, missingTerms } from './merge.ts'

const wanted = 'v=spf1 include:spf.service.example ~all'

it.each([
  [[], 'v=spf1 include:spf.service.example ~all'],
  [['v=spf1 ip4:192.0.2.1 -all'], 'v=spf1 ip4:192.0.2.1 include:spf.service.example ~all'],
  [
    ['v=spf1 mx ~all', 'v=spf1 include:other.example mx -all'],
    'v=spf1 mx include:other.example include:spf.service.example ~all',
  ],
  [['v=spf1 INCLUDE:SPF.SERVICE.EXAMPLE ?all'], 'v=spf1 INCLUDE:SPF.SERVICE.EXAMPLE ?all'],
  [['v=spf1 redirect=other.example'], 'v=spf1 include:spf.service.example include:other.example ~all'],
  [['v=spf1 mx ~all v=spf1 a -all'], 'v=spf1 mx a include:spf.service.example ~all'],
  [['v=spf1 +all'], 'v=spf1 include:spf.service.example ~all'],
  [['hello', 'v=spf1 oops: mx ~all'], 'v=spf1 mx include:spf.service.example ~all'],
])('makes one SPF record of %j', (published, merged) => {
  expect(mergedSpf(published, wanted)).toBe(merged)
  expect(hasTerms(merged, wanted)).toBe(true)
})

it('keeps a redirect that stands alone', () => {
  expect(mergedSpf(['v=spf1 redirect=other.example'], null)).toBe('v=spf1 redirect=other.example')
})

it('names what a record lacks', () => {
  expect(missingTerms('v=spf1 mx ~all', wanted)).toEqual(['include:spf.service.example'])
  expect(missingTerms('v=spf1 +include:SPF.service.example ~all', wanted)).toEqual([])
})

it.each([
  [[], 'v=DMARC1; p=none'],
  [
    ['v=DMARC1; p=reject; rua=mailto:a@x.example', 'v=DMARC1; p=none; rua=mailto:b@x.example; adkim=s'],
    'v=DMARC1; p=none; rua=mailto:a@x.example,mailto:b@x.example; adkim=s',
  ],
  [['v=DMARC1; p=quarantine; pct=20', 'v=DMARC1; p=reject'], 'v=DMARC1; p=quarantine'],
])('makes one DMARC record of %j', (published, merged) => {
  expect(mergedDmarc(published)).toBe(merged)
})
