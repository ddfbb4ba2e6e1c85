import { expect, it } from 'vitest'
import { oracleDmarc } from '#test/support/dns/oracle.ts'
import { zoneLookup, type Zone } from '#test/support/dns/zone.ts'
import { alignmentOf } from './alignment.ts'
import { parseDmarc } from './parse-dmarc.ts'
import { walkDmarc } from './tree-walk.ts'

type Case = readonly [string, string, Zone]

const cases: readonly Case[] = [
  [
    'a record of its own',
    'example.com',
    { '_dmarc.example.com TXT': ['v=DMARC1; p=reject; rua=mailto:d@example.com'] },
  ],
  ['no record', 'example.com', {}],
  ['an inherited record', 'news.example.com', { '_dmarc.example.com TXT': ['v=DMARC1; p=reject; sp=quarantine'] }],
  ['two records', 'example.com', { '_dmarc.example.com TXT': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }],
  [
    'two records below one',
    'news.example.com',
    {
      '_dmarc.news.example.com TXT': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
      '_dmarc.example.com TXT': ['v=DMARC1; p=reject'],
    },
  ],
  ['a record beside other texts', 'example.com', { '_dmarc.example.com TXT': ['hello', 'v=DMARC1;p=none'] }],
  ['a wrong version', 'example.com', { '_dmarc.example.com TXT': ['v=dmarc1; p=none'] }],
  ['a policy that does not exist', 'example.com', { '_dmarc.example.com TXT': ['v=DMARC1; p=block'] }],
  ['no policy with reports', 'example.com', { '_dmarc.example.com TXT': ['v=DMARC1; rua=mailto:d@example.com'] }],
  ['a tag twice', 'example.com', { '_dmarc.example.com TXT': ['v=DMARC1; p=none; p=reject'] }],
  [
    'a public suffix',
    'shop.example.gov',
    { '_dmarc.gov TXT': ['v=DMARC1; p=none; psd=y'], '_dmarc.shop.example.gov TXT': ['v=DMARC1; p=reject'] },
  ],
  ['a public suffix alone', 'shop.example.gov', { '_dmarc.gov TXT': ['v=DMARC1; p=none; psd=y'] }],
  [
    'an organization that says so',
    'a.b.example.com',
    { '_dmarc.b.example.com TXT': ['v=DMARC1; p=reject; psd=n'], '_dmarc.example.com TXT': ['v=DMARC1; p=none'] },
  ],
  [
    'a long name',
    'a.b.c.d.e.f.g.h.i.example.com',
    {
      '_dmarc.e.f.g.h.i.example.com TXT': ['v=DMARC1; p=none'],
      '_dmarc.d.e.f.g.h.i.example.com TXT': ['v=DMARC1; p=reject'],
    },
  ],
]

it.each(cases)('finds what mailauth finds for %s', async (_, domain, zone) => {
  const lookup = zoneLookup(zone)
  const { isKnown, recordDomain, record, policy, organization } = await walkDmarc(domain, lookup)
  expect(isKnown).toBe(true)
  const ours = { recordDomain, record: record?.text ?? null, policy, organization }
  expect(ours).toEqual(await oracleDmarc(domain, lookup))
})

it('does not take a failed lookup for a missing record', async () => {
  const own = { '_dmarc.example.com TXT': ['v=DMARC1; p=reject'], '_dmarc.com TXT': 'timeout' } as const
  expect(await walkDmarc('example.com', zoneLookup(own))).toMatchObject({
    isKnown: true,
    policy: 'reject',
    organization: null,
  })
  const below = await walkDmarc('news.example.com', zoneLookup({ '_dmarc.example.com TXT': 'server-failure' }))
  expect(below).toMatchObject({ isKnown: false, policy: null })
  expect(below.findings[0]?.text).toMatch(/_dmarc\.example\.com failed/)
})

it('names what a record has that receivers ignore', () => {
  const texts = (text: string) =>
    parseDmarc(text)!
      .findings.map((finding) => finding.text)
      .join(' ')
  expect(texts('v=DMARC1; p=none; pct=50; rua=d@example.com')).toMatch(/pct= was dropped.*mailto:/)
  expect(texts('v=DMARC1; p=block')).toMatch(/Receivers ignore/)
  expect(texts('v=DMARC1; p=none; oops')).toMatch(/name=value/)
})

it('says per sender whether the signature aligns', async () => {
  const zone: Zone = {
    '_dmarc.example.com TXT': ['v=DMARC1; p=reject'],
    '_dmarc.strict.example.com TXT': ['v=DMARC1; p=reject; adkim=s'],
  }
  const lookup = zoneLookup(zone)
  const signing = { domain: 'example.com', organization: 'example.com' }
  const of = async (sender: string) => alignmentOf(sender, signing, await walkDmarc(sender, lookup)).isAligned
  expect(await of('example.com')).toBe(true)
  expect(await of('news.example.com')).toBe(true)
  expect(await of('strict.example.com')).toBe(false)
  expect(await of('example.org')).toBe(false)
})
