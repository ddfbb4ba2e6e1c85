import { expect, test } from 'vitest'
import type { BlacklistSort } from '#shared/contract/blacklists.ts'
import { EntryTable } from './entry-table.ts'
import { ListCopy, type Scope } from './list-copy.ts'

const everything: Scope = {
  text: '',
  list: null,
  reason: null,
  domain: null,
  from: null,
  to: null,
  other: null,
  grouped: false,
}

type Put = readonly [email: string, reason?: string, list?: string]

/** Newest first. */
function copyOf(entries: readonly Put[]): ListCopy {
  const table = new EntryTable()
  entries.forEach(([email, reason = '', list = ''], at) => table.put({ email, date: 90_000 - at, reason, list }))
  return new ListCopy(table, { type: 'bounces', readAt: null, total: null, leftOut: 0, isWhole: true })
}

async function sorted(copy: ListCopy, sort: BlacklistSort, scope: Partial<Scope> = {}): Promise<string[]> {
  const result = await copy.sorted({ ...everything, ...scope }, null, sort)
  return Array.from(result.shown, (_row, place) => {
    const shown = copy.shown(result, place)
    return shown.kind === 'entry' ? shown.email : `${shown.count} of ${shown.domain}`
  })
}

test('sorts by address, and among equal ones by domain, however long they are', async () => {
  const emails = [
    'bo@b.org',
    'long.name.b@a.org',
    'bo@a.org',
    'ann@z.org',
    'long.name.a@z.org',
    'long.name@z.org',
    'zoë@a.org',
  ]
  const copy = copyOf(emails.map((email) => [email]))
  const ascending = [
    'ann@z.org',
    'bo@a.org',
    'bo@b.org',
    'long.name@z.org',
    'long.name.a@z.org',
    'long.name.b@a.org',
    'zoë@a.org',
  ]
  expect(await sorted(copy, { field: 'address', descending: false })).toEqual(ascending)
  expect(await sorted(copy, { field: 'address', descending: true })).toEqual(ascending.toReversed())
  expect(await sorted(copy, { field: 'address', descending: false }, { text: 'o@' })).toEqual(['bo@a.org', 'bo@b.org'])
})

test('sorts by reason and custom list in any case; the newest of the same is first either way', async () => {
  const copy = copyOf([
    ['a@x.org', 'unknown', 'offers'],
    ['b@x.org', 'Full', ''],
    ['c@x.org', 'full', 'News'],
    ['d@x.org', 'unknown', ''],
  ])
  const by = (field: 'reason' | 'list', descending: boolean) => sorted(copy, { field, descending })
  expect(await by('reason', false)).toEqual(['b@x.org', 'c@x.org', 'a@x.org', 'd@x.org'])
  expect(await by('reason', true)).toEqual(['a@x.org', 'd@x.org', 'b@x.org', 'c@x.org'])
  expect(await by('list', false)).toEqual(['b@x.org', 'd@x.org', 'c@x.org', 'a@x.org'])
  expect(await by('list', true)).toEqual(['a@x.org', 'c@x.org', 'b@x.org', 'd@x.org'])
})

test('an address in several custom lists has its newest row first, whichever way addresses are sorted', async () => {
  const copy = copyOf([
    ['ann@x.org', '', 'offers'],
    ['bo@x.org', '', 'offers'],
    ['ann@x.org', '', 'news'],
    ['ann@x.com', '', 'news'],
  ])
  const lists = async (descending: boolean) => {
    const result = await copy.sorted(everything, null, { field: 'address', descending })
    return Array.from(result.shown, (_row, place) => copy.shown(result, place)).map(
      (shown) => 'list' in shown && shown.list,
    )
  }
  expect(await lists(false)).toEqual(['news', 'offers', 'news', 'offers'])
  expect(await lists(true)).toEqual(['offers', 'offers', 'news', 'news'])
})

test('sorts more addresses than are sorted in one turn, as a plain comparison does', async () => {
  const emails = Array.from({ length: 20_000 }, (_none, at) => `person${(at * 7919) % 20_011}@d${at % 7}.example`)
  const plain = emails.toSorted((one, other) => {
    const [oneLocal = '', oneDomain = ''] = one.split('@')
    const [otherLocal = '', otherDomain = ''] = other.split('@')
    return oneLocal < otherLocal ? -1 : oneLocal > otherLocal ? 1 : oneDomain < otherDomain ? -1 : 1
  })
  const copy = copyOf(emails.map((email, at) => [email, `reason ${at}`]))
  expect(await sorted(copy, { field: 'address', descending: false })).toEqual(plain)
  const byReason = await sorted(copy, { field: 'reason', descending: false })
  const reasons = new Map(emails.map((email, at) => [email, `reason ${at}`]))
  expect(byReason.map((email) => reasons.get(email))).toEqual([...reasons.values()].toSorted())
})

test('an event is before all addresses, and under its reason', async () => {
  const outage = Array.from({ length: 30 }, (_none, at): Put => [`o${at}@down.example`, 'busy'])
  const copy = copyOf([['zed@x.org', 'unknown'], ...outage, ['ann@x.org', 'absent']])
  const grouped = { grouped: true }
  const event = '30 of down.example'
  expect(await sorted(copy, { field: 'since', descending: false }, grouped)).toEqual(['ann@x.org', event, 'zed@x.org'])
  expect(await sorted(copy, { field: 'address', descending: false }, grouped)).toEqual([
    event,
    'ann@x.org',
    'zed@x.org',
  ])
  expect(await sorted(copy, { field: 'address', descending: true }, grouped)).toEqual([event, 'zed@x.org', 'ann@x.org'])
  expect(await sorted(copy, { field: 'reason', descending: false }, grouped)).toEqual(['ann@x.org', event, 'zed@x.org'])
})
