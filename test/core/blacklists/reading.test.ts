import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import { filesNaming } from '#test/core/recipients/support/files-naming.ts'
import { openAccount, openApp, type OpenApp } from '#test/support/open-app.ts'
import { anyScope, emailsOf, listService, manyEntries, readLists, type Listed } from './support.ts'

async function openAt(baseUrl: string): Promise<OpenApp> {
  const mailroom = await openApp()
  await mailroom.addAccount({ baseUrl })
  return mailroom
}

async function expectSame(mailroom: OpenApp, entries: readonly Listed[]): Promise<void> {
  const emails = await emailsOf(mailroom)
  expect(emails).toHaveLength(entries.length)
  expect(new Set(emails)).toEqual(new Set(entries.map(({ email }) => email)))
}

describe('reading', () => {
  test('every list is read completely, can be searched by parts of the address, and is available offline and after a restart', async () => {
    const entries = manyEntries(2600)
    const { url } = await listService(entries)
    const mailroom = await openAt(url)
    const { lists } = await readLists(mailroom)
    expect(lists.map(({ type, count, isWhole }) => ({ type, count, isWhole }))).toEqual(
      blacklistTypes.map((type) => ({ type, count: type === 'bounces' ? 2600 : 0, isWhole: true })),
    )
    expect(lists[0]?.reasons).toEqual([
      { text: '550 user unknown', count: 1300 },
      { text: 'mailbox full', count: 1300 },
    ])
    expect(await emailsOf(mailroom)).toEqual(entries.map(({ email }) => email))
    await mailroom.restart()
    expect(await emailsOf(mailroom, { text: 'son12@' })).toEqual(['person12@d12.example'])
    expect(await emailsOf(mailroom, { sort: { field: 'since', descending: false }, text: 'person259' })).toEqual([
      'person2599@d12.example',
      ...manyEntries(2600)
        .slice(2590, 2599)
        .toReversed()
        .map(({ email }) => email),
      'person259@d12.example',
    ])
  })

  test.each([
    [
      'both additions and removals',
      (entries: Listed[], turn: number) => {
        entries.unshift({ email: `new${turn}@x.example`, date: 1_760_000_000 + turn, reason: '' })
        entries.splice((turn * 331) % entries.length, 1)
      },
    ],
    ['removals in what was read already', (entries: Listed[]) => entries.splice(0, 3)],
    [
      'additions',
      (entries: Listed[], turn: number) =>
        entries.unshift({ email: `new${turn}@x.example`, date: 1_760_000_000 + turn, reason: '' }),
    ],
  ])('no entry is lost or duplicated in the end by %s between two pages', async (_what, change) => {
    const entries = manyEntries(5000)
    let turn = 0
    const { url } = await listService(entries, { between: (list) => ++turn <= 9 && change(list, turn) })
    const mailroom = await openAt(url)
    await readLists(mailroom)
    // An entry added after the first page was read is missing from that read.
    const { lists } = await readLists(mailroom)
    expect(lists[0]).toMatchObject({ isWhole: true, count: entries.length, problem: null })
    await expectSame(mailroom, entries)
  })

  test('an address that is added here while the list is read stays in it', async () => {
    const entries = manyEntries(2600)
    let added: Promise<unknown> | undefined
    const { url } = await listService(entries, { between: () => (added ??= add()), before: () => added })
    const mailroom = await openAt(url)
    const email = 'late@x.example'
    const wanted = { accountId: mailroom.accountId, type: 'bounces', email, reason: '', list: '' }
    const add = () => mailroom.ask('blacklists.add', wanted)
    const { lists } = await readLists(mailroom)
    expect(lists[0]).toMatchObject({ isWhole: true, count: 2601 })
    expect(await emailsOf(mailroom, { text: 'late' })).toEqual([email])
  })

  test('a list that never stops changing keeps the entries found so far, and says so', async () => {
    const entries = manyEntries(3000)
    const { url } = await listService(entries, { between: (list, page) => page > 1 && list.splice(0, 1) })
    const mailroom = await openAt(url)
    const { lists } = await readLists(mailroom)
    expect(lists[0]).toMatchObject({ isWhole: false, problem: { code: 'list-changes' } })
    expect(lists[0]!.count).toBeGreaterThanOrEqual(entries.length)
    expect(lists[1]).toMatchObject({ isWhole: true, problem: null })
  })

  test('a list that the service cuts off is not taken for complete, and keeps its older entries', async () => {
    const entries = manyEntries(3000)
    const options = { cutAt: Infinity }
    const { url } = await listService(entries, options)
    const mailroom = await openAt(url)
    await readLists(mailroom)
    options.cutAt = 1200
    entries.splice(10, 1)
    const { lists } = await readLists(mailroom)
    expect(lists[0]).toMatchObject({
      isWhole: false,
      count: 3000,
      problem: {
        code: 'list-cut-off',
        message: expect.stringContaining('only 1,200 of the list’s 2,999 entries') as string,
      },
    })
    options.cutAt = Infinity
    expect((await readLists(mailroom)).lists[0]).toMatchObject({ isWhole: true, count: 2999, problem: null })
  })

  test('removed entries disappear with the next read, which reads little if nothing changed', async () => {
    const entries = manyEntries(2000)
    const { url, pages } = await listService(entries)
    const mailroom = await openAt(url)
    await readLists(mailroom)
    const before = pages()
    await readLists(mailroom)
    expect(pages() - before).toBe(1)
    entries.splice(700, 2)
    await readLists(mailroom)
    await expectSame(mailroom, entries)
  })

  test.each([
    ['smaller pages than were asked for', { mostPerPage: 100 }],
    ['no total', { hasTotal: false }],
    ['the path form only', { form: 'path' }],
    ['an array of another name', { key: 'items' }],
  ] as const)('a service with %s is read completely, too', async (_what, options) => {
    const entries = manyEntries(1234)
    const { url } = await listService(entries, options)
    const mailroom = await openAt(url)
    await readLists(mailroom)
    await expectSame(mailroom, entries)
  })

  test('an unreachable service leaves the copy unchanged, with the reason', async () => {
    const mailroom = await openAccount({}, { scenario: 'empty' })
    await mailroom.ask('blacklists.add', {
      accountId: mailroom.accountId,
      type: 'bounces',
      email: 'a@x.org',
      reason: '',
      list: '',
    })
    await readLists(mailroom)
    mailroom.service.control.setFaults([{ kind: 'status', path: '/blacklists/*', status: 403 }])
    const { lists } = await readLists(mailroom)
    expect(lists.map(({ problem }) => problem?.code)).toEqual(['forbidden', 'forbidden', 'forbidden'])
    expect(lists[0]).toMatchObject({ isWhole: true, count: 1 })
    expect(await emailsOf(mailroom)).toEqual(['a@x.org'])
  })

  test('a list of an unknown type is stored beside the others', async () => {
    const mailroom = await openAccount({}, { scenario: 'empty' })
    const { lists } = await readLists(mailroom, { types: ['unsubscribes', 'nonsense'] })
    expect(lists.map(({ type, isWhole, problem }) => [type, isWhole, problem?.code])).toEqual([
      ['bounces', false, undefined],
      ['complaints', false, undefined],
      ['unsubscribers', false, undefined],
      ['unsubscribes', true, undefined],
      ['nonsense', false, 'invalid-request'],
    ])
  })
})

test('a custom list is known by its name', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  const { accountId } = mailroom
  for (const [email, list] of [
    ['a@x.org', 'news'],
    ['b@x.org', 'news'],
    ['a@x.org', 'offers'],
    ['c@x.org', ''],
  ] as const) {
    await mailroom.ask('blacklists.add', { accountId, type: 'unsubscribers', email, reason: 'asked', list })
  }
  const { lists } = await readLists(mailroom)
  const { names } = lists.find(({ type }) => type === 'unsubscribers')!
  expect(names.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: '', count: 1 },
    { name: 'news', count: 2 },
    { name: 'offers', count: 1 },
  ])
  expect((await emailsOf(mailroom, { type: 'unsubscribers', list: 'news' })).toSorted()).toEqual(['a@x.org', 'b@x.org'])

  // Without the service, the copy decides.
  await mailroom.ask('blacklists.add', { accountId, type: 'unsubscribers', email: 'b@x.org', reason: 'wide', list: '' })
  mailroom.service.control.setFaults([{ kind: 'status', path: '/blacklists/*', status: 403 }])
  const listingOf = async (email: string) =>
    (await mailroom.ask('recipients.askService', { accountId, email })).blacklists.find(({ listed }) => listed)
  expect((await listingOf('a@x.org'))?.lists.toSorted()).toEqual(['news', 'offers'])
  expect(await listingOf('b@x.org')).toMatchObject({ lists: [], reason: 'wide' })
})

test('an erased person is removed from the copy and does not return with the next read', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  const { accountId } = mailroom
  const emails = ['ada@her-own.example', 'eve@x.org']
  for (const email of emails) {
    for (const type of ['bounces', 'complaints']) {
      const entry = { email, reason: `550 no ${email} here`, list: '' }
      await mailroom.ask('blacklists.add', { accountId, type, ...entry })
    }
  }
  await readLists(mailroom)
  // A list has no trace of addresses that were removed from it.
  await mailroom.ask('blacklists.remove', { accountId, type: 'complaints', emails })
  await readLists(mailroom, { types: ['complaints'] })
  await mailroom.ask('recipients.erase', { accountId, email: 'Ada@Her-own.example' })
  expect(await filesNaming(join(mailroom.folder, 'blacklists'), 'her-own')).toEqual([])
  expect(await emailsOf(mailroom)).toEqual(['eve@x.org'])
  expect(
    (await mailroom.ask('blacklists.log', { accountId })).changes.every(({ email }) => email === 'eve@x.org'),
  ).toBe(true)
  await readLists(mailroom)
  await mailroom.ask('blacklists.add', { accountId, type: 'bounces', email: 'bob@x.org', reason: '', list: '' })
  const { lists } = await readLists(mailroom)
  expect((await emailsOf(mailroom)).toSorted()).toEqual(['bob@x.org', 'eve@x.org'])
  expect(lists[0]).toMatchObject({ count: 2, total: 3, leftOut: 1, isWhole: true })
})

test('the view of a recipient uses the copy of a list that is too long to search at the service', async () => {
  const { url } = await listService(manyEntries(4000))
  const mailroom = await openAt(url)
  const { accountId } = mailroom
  const ask = async (email: string) => {
    const { blacklists } = await mailroom.ask('recipients.askService', { accountId, email })
    return blacklists.find(({ type }) => type === 'bounces')
  }
  expect(await ask('person3900@d0.example')).toMatchObject({ listed: null })
  await readLists(mailroom)
  expect(await ask('Person3900@d0.example')).toMatchObject({ listed: true, reason: '550 user unknown' })
  expect(await ask('nobody@d0.example')).toMatchObject({ listed: false })
})

test('the demo has one mass event, among many addresses that bounced individually', async () => {
  const mailroom = await openAccount({}, { scenario: 'demo' })
  const { accountId } = mailroom
  await readLists(mailroom)
  const { items } = await mailroom.ask('blacklists.rows', {
    ...anyScope,
    accountId,
    grouped: true,
    offset: 0,
    limit: 500,
  })
  const events = items.filter((item) => item.kind === 'event')
  expect(events.map(({ domain }) => domain)).toEqual(['uni-nord.example'])
  expect(events[0]!.count).toBeGreaterThan(40)
  expect(items.length).toBeGreaterThan(300)
})

test('a list is sorted as a whole, page after page, and its rows are removed in the displayed order', async () => {
  const entries = manyEntries(1200)
  const local = ({ email }: Listed) => email.slice(0, email.indexOf('@'))
  const { url } = await listService(entries)
  const mailroom = await openAt(url)
  await readLists(mailroom)
  const sort = { field: 'address', descending: true } as const
  const sorted = entries.toSorted((one, other) => (local(one) < local(other) ? 1 : -1)).map(({ email }) => email)
  expect(await emailsOf(mailroom, { sort })).toEqual(sorted)
  const { accountId } = mailroom
  const asked = { ...anyScope, accountId, sort }
  const { edition } = await mailroom.ask('blacklists.rows', { ...asked, offset: 0, limit: 1 })
  const ranges = [{ first: 700, last: 702 }]
  const { emails } = await mailroom.ask('blacklists.addresses', { ...asked, edition, ranges })
  expect(emails).toEqual(sorted.slice(700, 703))
})
