import { expect, it } from 'vitest'
import { oracleSpf } from '#test/support/dns/oracle.ts'
import { zoneLookup, type Zone } from '#test/support/dns/zone.ts'
import { countSpf } from './count-spf.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => `include:i${at}.example.net`).join(' ')
const includes = (count: number): Zone =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`i${at}.example.net TXT`, [`v=spf1 ip4:192.0.2.${at} ~all`]]),
  )
const own = (record: string, others: Zone = {}): Zone => ({ 'example.com TXT': [record], ...others })

/** Each with a receiver’s result for a sender not covered by any term. */
const zones: Readonly<Record<string, Zone>> = {
  'one include': own('v=spf1 include:i0.example.net ~all', includes(1)),
  'ten includes': own(`v=spf1 ${many(10)} ~all`, includes(10)),
  'eleven includes': own(`v=spf1 ${many(11)} ~all`, includes(11)),
  'two records': { 'example.com TXT': ['v=spf1 ~all', 'v=spf1 include:i0.example.net -all'] },
  'no record': { 'example.com TXT': ['google-site-verification=abc'] },
  'no name': {},
  'an include without a record': own('v=spf1 include:nothing.example.net ~all'),
  'an include with another text': own('v=spf1 include:other.example.net ~all', { 'other.example.net TXT': ['hello'] }),
  'two void lookups': own('v=spf1 a:a.example.net mx:b.example.net ~all'),
  'three void lookups': own('v=spf1 a:a.example.net mx:b.example.net a:c.example.net ~all'),
  'a host with IPv4 alone': own('v=spf1 a:a.example.net -all', { 'a.example.net A': ['192.0.2.9'] }),
  everything: own('v=spf1 +all'),
  'everybody, excluded': own('v=spf1 -include:i0.example.net ~all', { 'i0.example.net TXT': ['v=spf1 +all'] }),
  'a redirect': own('v=spf1 redirect=i0.example.net', includes(1)),
  'a redirect to nothing': own('v=spf1 redirect=nothing.example.net'),
  'an ignored redirect': own('v=spf1 redirect=nothing.example.net ~all'),
  'two redirects': own('v=spf1 redirect=i0.example.net redirect=i1.example.net', includes(2)),
  'an unknown term': own('v=spf1 inlcude:i0.example.net ~all', includes(1)),
  'an IPv4 with five parts': own('v=spf1 ip4:192.0.2.1.5 ~all'),
  'an IPv4 with a long prefix': own('v=spf1 ip4:192.0.2.1/33 ~all'),
  'an IPv6': own('v=spf1 ip6:2001:db8::/32 ip6:2001:db8::192.0.2.1 ~all'),
  'a broken IPv6': own('v=spf1 ip6:2001:db8:::1 ~all'),
  'an include without a name': own('v=spf1 include: ~all'),
  'an all with a name': own('v=spf1 all:example.net'),
  'an unknown modifier': own('v=spf1 moo=cow ~all'),
  macros: own('v=spf1 exists:%{i}._spf.example.net ~all'),
  'a broken macro': own('v=spf1 exists:%{i._spf.example.net ~all'),
  'glued records': own('v=spf1 ip4:192.0.2.1 ~all v=spf1 ip4:192.0.2.2 ~all'),
  'a circle': own('v=spf1 include:i0.example.net ~all', { 'i0.example.net TXT': ['v=spf1 include:example.com ~all'] }),
  'capitals and blanks': own('V=SPF1  INCLUDE:I0.EXAMPLE.NET   ~ALL ', includes(1)),
  'eleven MX hosts': own('v=spf1 mx ~all', {
    'example.com MX': Array.from({ length: 11 }, (_, at) => `10 mx${at}.example.net`),
  }),
  'a failing include': own('v=spf1 include:i0.example.net ~all', { 'i0.example.net TXT': 'timeout' }),
  'nested includes': own('v=spf1 include:a.example.net ~all', {
    'a.example.net TXT': [`v=spf1 ${many(9)} -all`],
    ...includes(9),
  }),
  'a length without a name': own('v=spf1 a/24 mx//64 a:a.example.net/24//64 ~all', {
    'example.com A': ['192.0.2.1'],
    'example.com MX': ['10 mx.example.net'],
    'mx.example.net A': ['192.0.2.7'],
    'a.example.net A': ['192.0.2.1'],
  }),
}

it.each(Object.entries(zones))('makes of %s what mailauth makes of it', async (_, zone) => {
  const lookup = zoneLookup(zone)
  const result = await oracleSpf('example.com', lookup)
  const ours = await countSpf('example.com', lookup)
  const expected = ['permerror', 'temperror', 'none'].includes(result) ? result : 'ok'
  expect(`${ours.result} ${ours.passesAll}`).toBe(`${expected} ${result === 'pass'}`)
})

it('counts the terms past ten, without asking what they lead to', async () => {
  const zone = own(`v=spf1 include:a.example.net mx ${many(2)} ~all`, {
    'a.example.net TXT': [`v=spf1 ${many(9)} -all`],
    'example.com MX': ['10 mx.example.net'],
    ...includes(9),
  })
  const { lookups, tree, findings, result } = await countSpf('example.com', zoneLookup(zone))
  expect(lookups).toBe(13)
  expect(result).toBe('permerror')
  expect(tree.branches.map(({ text, cost }) => `${text} ${cost}`)).toEqual([
    'include:a.example.net 10',
    'mx 1',
    'include:i0.example.net 1',
    'include:i1.example.net 1',
    '~all 0',
  ])
  expect(findings[0]?.text).toMatch(/^The record needs at least 13 lookups, but receivers stop after 10/)
})

it.each(['mx', 'a', 'include', 'exists'])(
  'asks no more than receivers do about five thousand terms %s',
  async (name) => {
    const terms = Array.from({ length: 5000 }, (_none, at) => `${name}:h${at}.example.net`).join(' ')
    const zone = zoneLookup(own(`v=spf1 ${terms} ~all`, { 'h0.example.net TXT': ['v=spf1 ~all'] }))
    let asked = 0
    const { tree, lookups, result, findings } = await countSpf('example.com', (domain, type) => {
      asked++
      return zone(domain, type)
    })
    // For a host without an IPv4 address, another type is looked up.
    expect(asked).toBeLessThanOrEqual(21)
    expect(result).toBe('permerror')
    expect(lookups).toBe(100)
    expect(tree.branches).toHaveLength(100)
    expect(findings.some(({ text }) => text.startsWith('The record needs at least 100 lookups'))).toBe(true)
  },
)

it('ends the count of records that branch without end', async () => {
  const zone: Zone = {}
  for (let depth = 0; depth < 40; depth++) {
    const below = `include:d${depth + 1}.example.net`
    zone[depth === 0 ? 'example.com TXT' : `d${depth}.example.net TXT`] = [`v=spf1 ${below} ${below} ~all`]
  }
  expect((await countSpf('example.com', zoneLookup(zone))).lookups).toBeLessThan(250)
})

it('names what lets everybody send, what is ignored and what is missing at the end', async () => {
  const texts = async (record: string, others: Zone = {}) =>
    (await countSpf('example.com', zoneLookup(own(record, others)))).findings.map(({ text }) => text).join('\n')
  expect(await texts('v=spf1 include:i.example.net -all', { 'i.example.net TXT': ['v=spf1 +all'] })).toMatch(
    /any server/,
  )
  expect(await texts('v=spf1 ip4:0.0.0.0/0 -all')).toMatch(/any server/)
  expect(await texts('v=spf1 ~all include:i.example.net')).toMatch(/are ignored: include:i/)
  expect(await texts('v=spf1 ip4:192.0.2.1')).toMatch(/doesn’t end with “all”/)
  expect(await texts('v=spf1 ptr ?all')).toMatch(/ptr term is slow[^]*\?all/)
})
