import { expect, it, onTestFinished } from 'vitest'
import { fillScenario } from '#sandbox/scenarios/fill-scenario.ts'
import { openStore } from '#sandbox/store/store.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'
import { allMessages } from '#test/sandbox/support/recount-store.ts'

/**
 * Searches in the sample shop’s messages, each with what it finds according to docs/search.md, written as plain
 * conditions on a record. The recount uses no code of the search.
 */
const now = Date.parse('2026-11-24T10:30+01:00')
const zone = 'Europe/Berlin'
const at = Date.parse

/** Rule 1. */
function plain(text: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return letters.replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll('æ', 'ae').replaceAll('ł', 'l')
}

/** Rule 2. */
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Rule 7. */
const spelledOut = (text: string): string => text.normalize('NFC').replaceAll(/[äöü]/gi, '$&e').replaceAll(/ø/gi, 'oe')

/** Rules 3 and 4. */
function isIn(text: string, wanted: string, whole: boolean): boolean {
  const found = wordsOf(text)
  const run = wordsOf(wanted)
  return found.some((_, start) =>
    run.every((word, place) => {
      const other = found[start + place] ?? ''
      return whole || place < run.length - 1 ? other === word : other.startsWith(word)
    }),
  )
}

const has = (texts: readonly string[], wanted: string, whole = false): boolean =>
  texts.some(
    (text) =>
      isIn(text, wanted, whole) ||
      isIn(text, spelledOut(wanted), whole) ||
      isIn(spelledOut(text), spelledOut(wanted), whole),
  )

const metaValues = ({ meta }: Message): string[] => Object.values(meta ?? {}).flatMap(leaves)
const leaves = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)]
const texts = (m: Message): string[] => [m.subject, m.email, m.from, ...m.tags, m.reason ?? '', ...metaValues(m)]

const word = (m: Message, wanted: string): boolean => has(texts(m), wanted)
const phrase = (m: Message, wanted: string): boolean => has(texts(m), wanted, true)
const tag = (m: Message, wanted: string): boolean => has(m.tags, wanted)
const meta = (m: Message, key: string): string[] => {
  const value = m.meta?.[key]
  return value === undefined || value === null ? [] : leaves(value)
}
const isState = (m: Message, ...names: readonly string[]): boolean => names.includes(m.lastState)
const bounced = ['softbounced', 'hardbounced']
const failed = [...bounced, 'rejected', 'error', 'filtered']
const created = (m: Message, from: string, to: string): boolean => m.createdDate >= at(from) && m.createdDate < at(to)

type Searches = readonly (readonly [query: string, finds: (m: Message) => boolean])[]

const searches: Searches = [
  ['', () => true],
  ['invoice', (m) => word(m, 'invoice')],
  ['INVO', (m) => word(m, 'invo')],
  ['"invoice"', (m) => phrase(m, 'invoice')],
  ['invoice OR shipping', (m) => word(m, 'invoice') || word(m, 'shipping')],
  ['invoice lefevre', (m) => word(m, 'invoice') && word(m, 'lefevre')],
  ['lefevre invoice', (m) => word(m, 'invoice') && word(m, 'lefevre')],
  ['lefevre', (m) => word(m, 'lefevre')],
  ['lefèvre', (m) => word(m, 'lefevre')],
  ['lefevre after:2020', (m) => word(m, 'lefevre')],
  ['invoice OR shipping lefevre', (m) => word(m, 'invoice') || (word(m, 'shipping') && word(m, 'lefevre'))],
  ['(invoice OR shipping) lefevre', (m) => (word(m, 'invoice') || word(m, 'shipping')) && word(m, 'lefevre')],
  ['-invoice -order -newsletter', (m) => !word(m, 'invoice') && !word(m, 'order') && !word(m, 'newsletter')],
  ['NOT (invoice OR order)', (m) => !word(m, 'invoice') && !word(m, 'order')],
  ['-(tag:newsletter state:delivered)', (m) => !(tag(m, 'newsletter') && isState(m, 'delivered'))],
  ['"reset your password"', (m) => phrase(m, 'reset your password')],
  ['"reset your pass"*', (m) => word(m, 'reset your pass')],
  ['password.res', (m) => word(m, 'password res')],
  ['RE-20', (m) => word(m, 're 20')],
  ['mueller', (m) => has(texts(m), 'mueller')],
  ['muel', (m) => has(texts(m), 'muel')],
  ['"müller"', (m) => phrase(m, 'müller')],
  ['Muller', (m) => has(texts(m), 'muller')],
  ['hauptstraße', (m) => word(m, 'hauptstrasse')],
  ['hauptstrasse', (m) => word(m, 'hauptstrasse')],
  ['soeren', (m) => word(m, 'soeren')],
  ['blue', (m) => texts(m).some((text) => isIn(text, 'blue', false))],
  ['to:lefevre', (m) => has([m.email], 'lefevre')],
  ['to:ann@shop.ex', (m) => m.email.startsWith('ann@shop.ex')],
  ['to:=Ann@shop.example', (m) => m.email === 'ann@shop.example'],
  ['to:"ann@shop.example"', (m) => m.email === 'ann@shop.example'],
  ['domain:example.com', (m) => /[@.]example\.com$/.test(m.email)],
  ['domain:@shop.example', (m) => /[@.]shop\.example$/.test(m.email)],
  ['domain:example.org,example.net', (m) => /[@.]example\.(org|net)$/.test(m.email)],
  ['from:invoices', (m) => has([m.from], 'invoices')],
  ['from:=invoices@nordwind.example', (m) => m.from === 'invoices@nordwind.example'],
  ['subject:order', (m) => has([m.subject], 'order')],
  ['subject:"your order"', (m) => has([m.subject], 'your order', true)],
  ['tag:order', (m) => tag(m, 'order')],
  ['tag:=order', (m) => m.tags.includes('order')],
  ['tag:"password reset"', (m) => has(m.tags, 'password reset', true)],
  ['tag:=password-reset', (m) => m.tags.includes('password-reset')],
  ['-tag:newsletter', (m) => !tag(m, 'newsletter')],
  ['reason:"mailbox full"', (m) => has([m.reason ?? ''], 'mailbox full', true)],
  ['meta.order:*', (m) => meta(m, 'order').length > 0],
  ['-meta.order:*', (m) => meta(m, 'order').length === 0],
  ['meta.order:N-29', (m) => has(meta(m, 'order'), 'n 29')],
  ['meta.ORDER:=n-290462', (m) => meta(m, 'order').includes('N-290462')],
  ['meta."order id":=47 a', (m) => meta(m, 'order id').includes('47') && word(m, 'a')],
  ['meta.address.city:koeln', (m) => has(meta(m, 'address'), 'köln')],
  ['meta.items:boots', (m) => has(meta(m, 'items'), 'boots')],
  ['state:delivered', (m) => isState(m, 'delivered')],
  ['state:deli', (m) => isState(m, 'delivered')],
  ['state:bounced', (m) => isState(m, ...bounced)],
  ['state:failed', (m) => isState(m, ...failed)],
  ['state:pending', (m) => isState(m, 'requested', 'scheduled', 'deferred')],
  ['state:rejected,bounced', (m) => isState(m, 'rejected', ...bounced)],
  ['opened:no', (m) => m.open === 0],
  ['clicked:yes', (m) => m.click > 0],
  ['opens:1', (m) => m.open === 1],
  ['opens:>2', (m) => m.open > 2],
  ['opens:<=1 clicks:>=1', (m) => m.open <= 1 && m.click >= 1],
  ['clicks:1..3', (m) => m.click >= 1 && m.click <= 3],
  ['size:>50kb', (m) => m.size > 50 * 1024],
  ['size:8400..0.02mb', (m) => m.size >= 8400 && m.size <= Math.round(0.02 * 1024 * 1024)],
  [
    '(invoice OR order) -state:delivered opened:no',
    (m) => (word(m, 'invoice') || word(m, 'order')) && !isState(m, 'delivered') && m.open === 0,
  ],
  ['after:2026-11-01 before:2026-11-08', (m) => created(m, '2026-11-01T00:00+01:00', '2026-11-08T00:00+01:00')],
  ['on:2026-10', (m) => created(m, '2026-10-01T00:00+02:00', '2026-11-01T00:00+01:00')],
  ['on:2026-10-25', (m) => created(m, '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00')],
  ['on:yesterday', (m) => created(m, '2026-11-23T00:00+01:00', '2026-11-24T00:00+01:00')],
  ['on:2026-11-10T08:15', (m) => created(m, '2026-11-10T08:15+01:00', '2026-11-10T08:16+01:00')],
  ['before:2026-09', (m) => m.createdDate < at('2026-09-01T00:00+02:00')],
  ['after:today', (m) => m.createdDate >= at('2026-11-24T00:00+01:00')],
  ['last:7d', (m) => m.createdDate >= at('2026-11-18T00:00+01:00')],
  ['last:168h', (m) => m.createdDate >= now - 168 * 3_600_000],
  ['last:36h', (m) => m.createdDate >= now - 36 * 3_600_000],
  ['last:2w', (m) => m.createdDate >= at('2026-11-11T00:00+01:00')],
  ['last:1mo', (m) => m.createdDate >= at('2026-10-25T00:00+02:00')],
  ['key:66a1f0c2b7d94e0012ab3402', (m) => m.apiKey === '66a1f0c2b7d94e0012ab3402'],
  ['id:extra-3', (m) => m.id === 'extra-3'],
]

/** Searches for words that look similar but do not match. */
const empty = [
  'invoice or shipping',
  '"your orde"',
  '"muell"',
  'to:"ann@shop.exampl"',
  'tag:=orde',
  'id:EXTRA-3',
  'subject:"order your"',
  'opens:>999',
]

/** Messages unlike those of the shop. */
const extra: readonly Partial<Message>[] = [
  { subject: 'Rechnung für Frau Müller, Hauptstraße 3' },
  { subject: 'Rechnung für Frau Mu\u0308ller' },
  { subject: 'Rechnung für Frau Mueller, Hauptstrasse 3' },
  { subject: 'Rechnung für Frau Muller' },
  { subject: 'Blüten für Søren' },
  { subject: 'Something blue for Soeren' },
  { subject: 'Blubber' },
  ...['scheduled', 'deferred', 'requested', 'error', 'filtered'].map((lastState) => ({ lastState })),
  { email: 'ann@shop.example.org' },
  { email: 'ann@mail.shop.example' },
  { email: 'ann@shop.example' },
  { tags: ['orders', 'big order'], subject: 'Bargain' },
  { meta: { 'order id': 47, address: { city: 'Köln' }, items: ['Hiking boots', 'Tent'] }, subject: 'A parcel' },
  { meta: { order: 'N-290462' } },
  { createdDate: at('2026-11-10T08:15:59.999+01:00') },
  { createdDate: at('2026-11-10T08:16+01:00') },
  { createdDate: at('2026-10-25T23:59:59+01:00') },
  { createdDate: at('2026-10-26T00:00+01:00') },
  { createdDate: at('2026-11-24T00:00+01:00') },
  { createdDate: at('2026-11-23T23:59:59+01:00') },
  { createdDate: at('2026-11-18T00:00+01:00') },
  { createdDate: at('2026-11-17T23:59:59+01:00') },
]

function extraMessage(change: Partial<Message>, at: number): Message {
  const createdDate = Date.UTC(2026, 8, 1, 12, at)
  return {
    id: `extra-${at}`,
    email: 'ada@example.org',
    from: 'someone@sender.example',
    subject: 'Hello',
    apiKey: 'key-9',
    size: 900 + at,
    createdDate,
    lastStateDate: createdDate,
    lastState: 'delivered',
    tags: [],
    open: 0,
    click: 0,
    meta: null,
    reason: null,
    ...change,
  }
}

/** A few thousand messages of the sample shop, the same in every run. */
function sampleMessages(): Message[] {
  const store = openStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  fillScenario(store, 'demo', { now, seed: 1, volume: { messages: 4000, days: 100, customers: 500 } })
  const sent = allMessages(store).map(({ sendId: _send, domain: _domain, history: _history, ...record }) => record)
  return [...sent, ...extra.map(extraMessage)]
}

it('a search finds what docs/search.md describes', { timeout: 60_000 }, async () => {
  const messages = sampleMessages()
  const archive = await openArchive()
  await archive.import(messages)
  const found = async (query: string): Promise<string[]> => {
    const request = { query: parse(query).query, context: { now, zone } }
    const { rows } = await archive.search({ ...request, limit: messages.length })
    expect((await archive.count(request)).value, query).toBe(rows.length)
    return rows.map(({ id }) => id).sort()
  }
  for (const [query, finds] of searches) {
    const expected = messages.flatMap((message) => (finds(message) ? [message.id] : [])).sort()
    expect.soft(expected.length, `${query} finds nothing, so it proves nothing`).toBeGreaterThan(0)
    expect.soft(await found(query), query).toEqual(expected)
  }
  for (const query of empty) expect.soft(await found(query), query).toEqual([])
})
