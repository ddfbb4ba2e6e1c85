import { expect, it } from 'vitest'
import type { Zone } from '#test/support/dns/zone.ts'
import { aDns, checkAt, nobody, recordOf, rightZone, serversAt, shop, textsOf } from './support.ts'

const states = ({ records }: Awaited<ReturnType<typeof checkAt>>) =>
  records.map(({ kind, state }) => `${kind} ${state}`)

it('finds every record where it is expected, at the zone and at two resolvers', async () => {
  const [one, other] = [await aDns(rightZone), await aDns(rightZone)]
  const check = await checkAt(serversAt(one, other))
  expect(states(check)).toEqual(['dkim right', 'spf right', 'dmarc right', 'tracking right', 'mx right', 'a right'])
  for (const { seen, publish } of check.records) {
    expect(seen.map(({ verdict, ttl }) => `${verdict} ${ttl}`)).toEqual(['right 2400', 'right 2400', 'right 2400'])
    expect(publish).toBeNull()
  }
  expect(check.spf).toMatchObject({ lookups: 1, voids: 0 })
  expect(check.dmarc).toMatchObject({ policy: 'reject', recordDomain: 'shop.test' })
})

it('finds a new record at the zone before every resolver does, and how long the old response remains valid', async () => {
  const { 'track.shop.test CNAME': _cname, ...older } = rightZone
  const [fresh, late] = [await aDns(rightZone), await aDns(older)]
  const tracking = recordOf(await checkAt(serversAt(fresh, late)), 'tracking')
  expect(tracking.state).toBe('changing')
  expect(tracking.seen.map(({ verdict, ttl }) => `${verdict} ${ttl}`)).toEqual([
    'right 2400',
    'right 2400',
    'missing 600',
  ])
  expect(tracking.publish).toBeNull()
})

it('does not confuse a server that fails, refuses, is silent or missing with a missing record', async () => {
  const failing = await aDns({
    'shop.test NS': 'server-failure',
    'mail._domainkey.shop.test NS': 'server-failure',
    '_dmarc.shop.test NS': 'server-failure',
    'track.shop.test NS': 'server-failure',
    'mail._domainkey.shop.test TXT': 'refused',
    'shop.test TXT': 'timeout',
    '_dmarc.shop.test TXT': 'server-failure',
    'track.shop.test CNAME': 'timeout',
    'shop.test MX': 'refused',
    'shop.test A': 'timeout',
  })
  const check = await checkAt(serversAt(failing, nobody))
  expect(new Set(check.records.map(({ state }) => state))).toEqual(new Set(['unknown']))
  expect(check.records.map(({ publish }) => publish)).toEqual(check.records.map(() => null))
  expect(recordOf(check, 'mx').seen.map(({ why }) => why)).toEqual([
    'could not be reached',
    'refused the query',
    'could not be reached',
  ])
  expect(recordOf(check, 'a').seen[1]!.why).toBe('did not respond in time')
})

it('waits for a silent resolver only once for each record', async () => {
  const mute = await aDns(new Proxy({}, { get: () => 'timeout' }))
  const check = await checkAt(serversAt(mute, await aDns(rightZone)))
  expect(check.spf).toMatchObject({ lookups: 1 })
  expect(mute.asked).toContain('shop.test TXT')
  expect(mute.asked).not.toContain('spf.service.test TXT')
})

it('distinguishes a name that does not exist from one without such a record', async () => {
  const dns = await aDns({ 'shop.test A': ['192.0.2.1'], 'mail._domainkey.shop.test A': ['192.0.2.1'] })
  const check = await checkAt(serversAt(dns))
  expect(textsOf(recordOf(check, 'dkim'))).toContain('The name exists, but has no TXT record.')
  expect(textsOf(recordOf(check, 'tracking'))).toContain('Nothing is published at this name.')
  expect(recordOf(check, 'spf')).toMatchObject({
    state: 'missing',
    publish: { value: 'v=spf1 include:spf.service.test ~all', replaces: [] },
  })
})

it('repeats a truncated lookup over TCP', async () => {
  const dns = await aDns(rightZone)
  dns.truncates = true
  expect(new Set((await checkAt(serversAt(dns))).records.map(({ state }) => state))).toEqual(new Set(['right']))
})

it.each(['truncatesTcp', 'denies'] as const)('draws no conclusion from a server that %s', async (fault) => {
  const dns = await aDns(rightZone)
  dns.truncates = fault === 'truncatesTcp'
  dns[fault] = true
  const { records } = await checkAt(serversAt(dns))
  expect(records.length).toBeGreaterThan(0)
  expect(records.map(({ kind, state }) => `${kind} ${state}`)).toEqual(records.map(({ kind }) => `${kind} unknown`))
})

it('suggests one merged record instead of two, or instead of one without the service', async () => {
  const two = ['v=spf1 mx ~all', 'v=spf1 include:other.test -all']
  const zone = {
    ...rightZone,
    'shop.test TXT': two,
    '_dmarc.shop.test TXT': ['v=DMARC1; p=none', 'v=DMARC1; p=reject; rua=mailto:d@shop.test'],
  }
  const dns = await aDns(zone)
  const check = await checkAt(serversAt(dns))
  expect(recordOf(check, 'spf')).toMatchObject({
    state: 'wrong',
    publish: { value: 'v=spf1 mx include:other.test include:spf.service.test ~all', replaces: two },
  })
  expect(recordOf(check, 'dmarc')).toMatchObject({
    state: 'wrong',
    publish: { value: 'v=DMARC1; p=none; rua=mailto:d@shop.test' },
  })
  dns.zone = { ...rightZone, 'shop.test TXT': ['v=spf1 mx -all'] }
  const spf = recordOf(await checkAt(serversAt(dns)), 'spf')
  expect(textsOf(spf)).toContain('Add include:spf.service.test to the record')
  expect(spf.publish?.value).toBe('v=spf1 mx include:spf.service.test -all'.replace('-all', '~all'))
})

it('suggests no record if the resolvers disagree and the zone is silent', async () => {
  const silent = { 'shop.test NS': 'server-failure' } as const
  const [one, other] = [
    await aDns({ ...silent, 'shop.test TXT': ['v=spf1 mx ~all'] }),
    await aDns({ ...silent, 'shop.test TXT': ['v=spf1 a ~all'] }),
  ]
  expect(recordOf(await checkAt(serversAt(one, other)), 'spf')).toMatchObject({ state: 'unknown', publish: null })
})

it('counts twelve lookups, and every include with its cost', async () => {
  const zone = { ...rightZone, 'shop.test TXT': ['v=spf1 include:spf.service.test include:big.test ~all'] }
  const includes = Array.from({ length: 10 }, (_, at) => `include:i${at}.test`)
  const below = Object.fromEntries(includes.map((text) => [`${text.slice(8)} TXT`, ['v=spf1 ~all']]))
  const dns = await aDns({ ...zone, ...below, 'big.test TXT': [`v=spf1 ${includes.join(' ')} ~all`] })
  const check = await checkAt(serversAt(dns))
  expect(recordOf(check, 'spf').state).toBe('wrong')
  expect(check.spf?.lookups).toBe(12)
  const costs = check.spf?.rows.filter(({ depth, cost }) => depth === 0 && cost > 0)
  expect(costs?.map(({ text, cost }) => `${text} ${cost}`)).toEqual([
    'include:spf.service.test 1',
    'include:big.test 11',
  ])
})

it('finds circles of CNAME records, even if a resolver does not report them', async () => {
  const circle: Zone = {
    ...rightZone,
    'track.shop.test CNAME': ['a.service.test'],
    'a.service.test CNAME': ['track.shop.test'],
    'mail._domainkey.shop.test CNAME': ['b.service.test'],
    'b.service.test CNAME': ['mail._domainkey.shop.test'],
  }
  const { 'mail._domainkey.shop.test TXT': _key, ...zone } = circle
  const check = await checkAt(serversAt(await aDns(zone)))
  expect(textsOf(recordOf(check, 'dkim'))).toContain('form a loop')
  expect(recordOf(check, 'dkim').state).toBe('wrong')
  expect(recordOf(check, 'tracking').state).toBe('wrong')
})

it('finds a key that was published twice below its name, and an address instead of the CNAME', async () => {
  const { 'mail._domainkey.shop.test TXT': key, 'track.shop.test CNAME': _cname, ...zone } = rightZone
  const dns = await aDns({
    ...zone,
    'mail._domainkey.shop.test.shop.test TXT': key!,
    'track.shop.test A': ['192.0.2.80'],
  })
  const check = await checkAt(serversAt(dns))
  expect(textsOf(recordOf(check, 'dkim'))).toMatch(/provider appended the domain. Enter only “mail\._domainkey”/)
  expect(textsOf(recordOf(check, 'tracking'))).toContain('There is an A record here (192.0.2.80)')
})

it('reports strings of an SPF record that run together', async () => {
  const spf = ['v=spf1 include:spf.service.test include:a.test', 'include:b.test ~all']
  const dns = await aDns({ ...rightZone, 'shop.test TXT': [spf], 'a.test TXT': ['v=spf1 ~all'] })
  expect(textsOf(recordOf(await checkAt(serversAt(dns)), 'spf'))).toContain('“include:a.testinclude:b.test”')
})

it('reports for each sender in use whether it aligns, and for a subdomain which policy it inherits', async () => {
  const dns = await aDns({ ...rightZone, '_dmarc.strict.shop.test TXT': ['v=DMARC1; p=none; adkim=s'] })
  const senders = ['shop.test', 'news.shop.test', 'strict.shop.test', 'other.test']
  const check = await checkAt(serversAt(dns), { ...shop, senders })
  expect(check.dmarc.senders.map(({ sender, isAligned }) => `${sender} ${isAligned}`)).toEqual([
    'shop.test true',
    'news.shop.test true',
    'strict.shop.test false',
  ])
  const below = await checkAt(serversAt(dns), { ...shop, name: 'news.shop.test', records: [] })
  expect(recordOf(below, 'dmarc')).toMatchObject({ state: 'right', publish: null })
  expect(below.dmarc).toMatchObject({ policy: 'reject', recordDomain: 'shop.test' })
})

it('checks a domain whose records the service does not name', async () => {
  const { 'mail._domainkey.shop.test TXT': key, ...zone } = rightZone
  const dns = await aDns({ ...zone, 'mta._domainkey.shop.test TXT': key! })
  const check = await checkAt(serversAt(dns), { ...shop, records: [] })
  expect(check.records.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'dkim mta._domainkey.shop.test',
    'spf shop.test',
    'dmarc _dmarc.shop.test',
    'tracking track.shop.test',
    'mx shop.test',
    'a shop.test',
  ])
  // The key in this zone is truncated.
  expect(textsOf(recordOf(check, 'dkim'))).toContain('The key is cut')
})
