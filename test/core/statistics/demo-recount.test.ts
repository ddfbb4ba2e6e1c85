import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { fillScenario } from '#sandbox/scenarios/fill-scenario.ts'
import { openStore, type MessageDetail } from '#sandbox/store/index.ts'
import { figures } from '#shared/domain/statistics/figures.ts'
import { readLists } from '#test/core/blacklists/support.ts'
import { exported, everything, layoutOf, newFolder, wanted, withFolders } from '#test/core/exports/support/exporting.ts'
import { ended } from '#test/core/imports/support.ts'
import { allMessages } from '#test/sandbox/support/recount-store.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'

/**
 * Compares Mailroom’s figures for the sample shop with sums over the records in the sandbox’s store. The sums are
 * plain conditions on a record and use none of Mailroom’s counting code.
 */
type Records = readonly MessageDetail[]
type Finds = (m: MessageDetail) => boolean

const zone = 'Europe/Berlin'
const now = Date.parse('2026-11-24T10:30+01:00')
/** The same volume for all tests, large enough that every search finds something. */
const volume = { messages: 6000, days: 75, customers: 700 }

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
const dayOf = (m: MessageDetail): string => days.format(m.createdDate)
/** `first` is inclusive and `end` is exclusive. */
const during =
  (first: string, end: string): Finds =>
  (m) =>
    dayOf(m) >= first && dayOf(m) < end

const count = (records: Records, finds: Finds): number => records.filter(finds).length
const sum = (records: Records, of: (m: MessageDetail) => number): number => records.reduce((all, m) => all + of(m), 0)
const isState = (m: MessageDetail, ...states: readonly string[]): boolean => states.includes(m.lastState)
const bounced = ['hardbounced', 'softbounced']
const failed = [...bounced, 'rejected', 'filtered', 'error']
const delivered = ['delivered', 'unsubscribed', 'complaint']

/** All texts of a record in lower case and without accents, one per line. */
function textOf(m: MessageDetail): string {
  const parts = [m.subject, m.email, m.from, m.reason ?? '', ...m.tags, ...Object.values(m.meta ?? {}).map(String)]
  return parts.join('\n').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
/** Whether a word of the record starts with this text. */
const word = (m: MessageDetail, beginning: string): boolean => new RegExp(`(?<![a-z0-9])${beginning}`).test(textOf(m))

const searches: readonly (readonly [text: string, finds: Finds])[] = [
  ['', () => true],
  ['invoice', (m) => word(m, 'invoice')],
  ['lefevre invoice', (m) => word(m, 'lefevre') && word(m, 'invoice')],
  ['lefèvre', (m) => word(m, 'lefevre')],
  ['louise order', (m) => word(m, 'louise') && word(m, 'order')],
  ['to:louise', (m) => m.email.split(/[^a-z0-9]/).some((part) => part.startsWith('louise'))],
  ['state:bounced', (m) => isState(m, ...bounced)],
  ['state:failed', (m) => isState(m, ...failed)],
  ['-tag:newsletter', (m) => !m.tags.includes('newsletter')],
  ['"reset your password"', (m) => m.subject.toLowerCase().includes('reset your password')],
  ['invoice OR shipping', (m) => word(m, 'invoice') || word(m, 'shipping')],
  ['tag:=order', (m) => m.tags.includes('order')],
  ['meta.order:*', (m) => typeof m.meta?.['order'] === 'string'],
  ['after:2026-11-03 before:2026-11-10', during('2026-11-03', '2026-11-10')],
  ['on:2026-10', during('2026-10-01', '2026-11-01')],
  ['last:7d', during('2026-11-18', '2026-11-25')],
  ['domain:example.net', (m) => m.email.endsWith('@example.net') || m.email.endsWith('.example.net')],
  ['opens:>2', (m) => m.open > 2],
  ['clicks:1..3', (m) => m.click >= 1 && m.click <= 3],
  ['size:>50kb', (m) => m.size > 50 * 1024],
  [
    '(invoice OR order) -state:delivered opened:no',
    (m) => (word(m, 'invoice') || word(m, 'order')) && !isState(m, 'delivered') && m.open === 0,
  ],
  ['reason:mailbox', (m) => /\bmailbox/i.test(m.reason ?? '')],
  ['state:hardbounced tag:=welcome', (m) => isState(m, 'hardbounced') && m.tags.includes('welcome')],
  [
    'state:rejected from:=news@news.nordwind.example',
    (m) => isState(m, 'rejected') && m.from === 'news@news.nordwind.example',
  ],
  ['opened:yes tag:=welcome', (m) => m.open > 0 && m.tags.includes('welcome')],
  ['state:complaint on:2026-11', (m) => isState(m, 'complaint') && dayOf(m).startsWith('2026-11')],
]

/** A small demo, with all its messages, details and lists in the archive. */
async function openShop(): Promise<{ mailroom: OpenApp<Sandbox>; records: Records }> {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const store = openStore({ path: join(folder.path, 'sandbox.sqlite') })
  fillScenario(store, 'demo', { now, seed: 1, volume })
  store.close()
  const options = { data: folder.path, clock: { start: now, running: false } }
  const mailroom = await openAppAtSandbox(options, (ports) => ({
    ...withFolders(ports),
    clock: { now: () => now, after: (...alarm) => ports.clock.after(...alarm) },
  }))
  await mailroom.addAccount()
  const { ask, accountId, service } = mailroom
  const from = Math.floor(now / 1000) - 100 * 86_400
  await ask('sync.configure', { accountId, options: { from, paused: true, windowDays: 2, details: true } })
  const { jobId } = await ask('sync.now', { accountId })
  expect(await ended(mailroom, jobId)).toMatchObject({ state: 'done' })
  return { mailroom, records: allMessages(service.store) }
}

async function expectSearches({ ask, accountId }: OpenApp, records: Records): Promise<void> {
  for (const [text, finds] of searches) {
    const expected = count(records, finds)
    expect.soft(expected, `${text} finds nothing, so it proves nothing`).toBeGreaterThan(0)
    const found = await ask('messages.count', { accountId, text, zone })
    expect.soft([text, found.value, found.exact]).toEqual([text, expected, true])
  }
}

const statistics = ({ ask, accountId }: OpenApp, text: string) =>
  ask('statistics.archive', { accountId, text, zone, groups: ['tag', 'domain', 'from'], metaKey: null, limit: 1000 })

/** The figures for these records: all, delivered, failed, opened, clicked, opens and clicks. */
const line = (of: Records) => [
  of.length,
  count(of, (m) => isState(m, ...delivered)),
  count(of, (m) => isState(m, ...failed)),
  count(of, (m) => m.open > 0),
  count(of, (m) => m.click > 0),
  sum(of, (m) => m.open),
  sum(of, (m) => m.click),
]

type Counted = Awaited<ReturnType<typeof statistics>>['total']

const countedLine = ({ messages, states, opened, clicked, open, click }: Counted) => {
  const inStates = (names: readonly string[]) => names.reduce((all, name) => all + (states[name] ?? 0), 0)
  return [messages, inStates(delivered), inStates(failed), opened, clicked, open, click]
}

/**
 * The days that Overview shows and averages: yesterday, the day before, and the same weekday in the four previous
 * weeks.
 */
async function expectDays(mailroom: OpenApp, records: Records): Promise<void> {
  const counted = await statistics(mailroom, 'after:2026-10-26 before:2026-11-25')
  for (const day of ['11-23', '11-22', '11-16', '11-09', '11-02', '10-26'].map((date) => `2026-${date}`)) {
    const expected = line(records.filter((m) => dayOf(m) === day))
    expect.soft(expected[0], day).toBeGreaterThan(0)
    expect.soft([day, countedLine(counted.days.find((one) => one.day === day)!)]).toEqual([day, expected])
  }
}

/** The eight figures of the dashboard, each as a part and its whole. */
function figuresOf(of: Records): Record<string, { part: number; whole: number | null }> {
  const part = (...states: readonly string[]) => count(of, (m) => isState(m, ...states))
  const settled = part(...delivered, ...failed)
  const arrived = part(...delivered)
  return {
    requested: { part: of.length, whole: null },
    delivered: { part: arrived, whole: settled },
    hard: { part: part('hardbounced'), whole: settled },
    soft: { part: part('softbounced'), whole: settled },
    opened: { part: count(of, (m) => m.open > 0), whole: arrived },
    clicked: { part: count(of, (m) => m.click > 0), whole: arrived },
    complaints: { part: part('complaint'), whole: arrived },
    unsubscribed: { part: part('unsubscribed'), whole: arrived },
  }
}

/** Sums over the records for each of their names, such as their tags. */
function grouped(records: Records, namesOf: (m: MessageDetail) => readonly string[]): Record<string, number[]> {
  const groups = Object.groupBy(
    records.flatMap((m) => namesOf(m).map((name) => ({ name, m }))),
    ({ name }) => name,
  )
  return Object.fromEntries(Object.entries(groups).map(([name, of]) => [name, line(of!.map(({ m }) => m))]))
}

/** The dashboard’s thirty days, and the thirty days before, with which they are compared. */
async function expectDashboard(mailroom: OpenApp, records: Records): Promise<void> {
  for (const [first, end] of [
    ['2026-10-26', '2026-11-25'],
    ['2026-09-26', '2026-10-26'],
  ] as const) {
    const of = records.filter(during(first, end))
    const { total, groups } = await statistics(mailroom, `after:${first} before:${end}`)
    expect.soft(Object.fromEntries(figures.map(({ id, read }) => [id, read(total)]))).toEqual(figuresOf(of))
    for (const [group, namesOf] of [
      ['tag', (m: MessageDetail) => (m.tags.length > 0 ? m.tags : [''])],
      ['domain', (m: MessageDetail) => [m.email.slice(m.email.indexOf('@') + 1)]],
      ['from', (m: MessageDetail) => [m.from]],
    ] as const) {
      const { values, more } = groups[group]!
      const counted = Object.fromEntries(values.map((value) => [value.value, countedLine(value)]))
      expect.soft([group, more, counted]).toEqual([group, 0, grouped(of, namesOf)])
    }
  }
}

/** Reasons and links, which need the details of messages. */
async function expectDetails({ ask, accountId }: OpenApp, records: Records): Promise<void> {
  const of = records.filter(during('2026-10-26', '2026-11-25'))
  const text = 'after:2026-10-26 before:2026-11-25'
  const { refused, links, opened, clicked } = await ask('statistics.details', { accountId, text, zone })
  expect.soft(opened.messages).toBe(count(of, (m) => m.open > 0))
  expect.soft(clicked.messages).toBe(count(of, (m) => m.click > 0))
  const reasons = Object.groupBy(
    of.filter((m) => isState(m, ...failed)),
    (m) => `${m.lastState}: ${withoutNames(m.reason ?? '')}`,
  )
  expect(Object.keys(reasons).length).toBeGreaterThan(4)
  const counted = refused.reasons.values.map((one) => [`${one.state}: ${withoutNames(one.example)}`, one.messages])
  expect.soft(refused.reasons.more).toBe(0)
  expect
    .soft(Object.fromEntries(counted))
    .toEqual(Object.fromEntries(Object.entries(reasons).map(([reason, list]) => [reason, list!.length])))
  const clicks = of.flatMap((m) => m.clickDetails.map(({ url }) => ({ url, m })))
  const byUrl = Object.entries(Object.groupBy(clicks, ({ url }) => url)).map(([url, list]) => ({
    url,
    click: list!.length,
    clicker: new Set(list!.map(({ m }) => m)).size,
  }))
  expect(byUrl.length).toBeGreaterThan(4)
  expect.soft(links.more).toBe(0)
  expect.soft(links.values.toSorted(byName)).toEqual(byUrl.toSorted(byName))
}

const byName = (a: { url: string }, b: { url: string }): number => (a.url < b.url ? -1 : 1)
const withoutNames = (reason: string): string => reason.replaceAll(/\S*@\S*|\b[0-9a-f]{6,}\b/g, '…')

async function expectLists(mailroom: OpenApp<Sandbox>): Promise<void> {
  const { lists } = await readLists(mailroom)
  const all = { page: 1, pageSize: 100_000, descending: true }
  for (const type of ['bounces', 'complaints', 'unsubscribers'] as const) {
    const { entries } = mailroom.service.store.blacklists.list(type, all)
    expect.soft(entries.length, type).toBeGreaterThan(0)
    expect
      .soft(lists.find((list) => list.type === type))
      .toMatchObject({ count: entries.length, total: entries.length })
  }
}

async function expectExport(mailroom: OpenApp, records: Records): Promise<void> {
  const { path, token } = await newFolder(mailroom)
  const what = { ...everything, text: 'state:bounced last:30d', zone }
  const layout = layoutOf('csv', { columns: ['id', 'email', 'lastState', 'open', 'size'], zone })
  const { name, rows, state } = await exported(mailroom, wanted(mailroom, token, { what, layout }))
  const of = records.filter((m) => isState(m, ...bounced) && during('2026-10-26', '2026-11-25')(m))
  expect(of.length).toBeGreaterThan(10)
  expect.soft({ state, rows }).toEqual({ state: 'done', rows: of.length })
  const [, ...written] = (await readFile(join(path, name), 'utf8')).trim().split(/\r?\n/)
  const expected = of.map((m) => [m.id, m.email, m.lastState, m.open, m.size].join(','))
  expect.soft(written.toSorted()).toEqual(expected.toSorted())
}

it('every count of the demo equals the sum over its records', async () => {
  const { mailroom, records } = await openShop()
  await expectSearches(mailroom, records)
  await expectDays(mailroom, records)
  await expectDashboard(mailroom, records)
  await expectDetails(mailroom, records)
  await expectLists(mailroom)
  await expectExport(mailroom, records)
})
