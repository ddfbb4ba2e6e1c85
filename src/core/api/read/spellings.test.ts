import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExportRecord } from './export.ts'
import { Unreadable, type Reader } from './fields.ts'
import { readMessage, readMessageDetail } from './messages.ts'
import { readApiKey, readDomain, readTemplate } from './settings.ts'
import {
  readActivities,
  readBounceDays,
  readCounters,
  readLink,
  readLocalisation,
  readPlatformMonths,
  readPlatformTotals,
  readRecipientDetail,
} from './statistics.ts'
import { readStatus } from './status.ts'
import { readBlacklistEntry, readUser } from './users.ts'

const word = fc.string({ maxLength: 12 })
const id = fc.string({ minLength: 1, maxLength: 12 })
const count = fc.nat(1_000_000)
const seconds = fc.integer({ min: 1, max: 4_000_000_000 })

type Spell = (value: unknown) => fc.Arbitrary<unknown>

const asIs: Spell = (value) => fc.constant(value)
const numberSpelled: Spell = (value) => fc.constantFrom(value, String(value))
const flagSpelled: Spell = (value) => fc.constantFrom(value, String(value), value === true ? 1 : 0)
const iso = (value: unknown): string => new Date(Number(value) * 1000).toISOString()
const dateSpelled: Spell = (value) =>
  fc.constantFrom(value, String(value), iso(value), iso(value).slice(0, 19), iso(value).replace('Z', '+0000'))

type Shape = Record<string, { value: fc.Arbitrary<unknown>; spell: Spell }>

/** A value in its plain form, and the same value twice in random forms and spellings. */
function spelledTwice(shape: Shape): fc.Arbitrary<[unknown, unknown]> {
  const values = fc.record(Object.fromEntries(Object.entries(shape).map(([name, { value }]) => [name, value])))
  return values.chain((plain) => {
    const fields = Object.entries(plain as Record<string, unknown>).map(([name, value]) => {
      const names = [name, name[0]!.toUpperCase() + name.slice(1), name.toLowerCase(), name.toUpperCase()]
      return fc.tuple(fc.constantFrom(...names), shape[name]!.spell(value))
    })
    const spelled = fc
      .tuple(...fields)
      .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }))
      .map((list) => Object.fromEntries(list))
    return fc.tuple(fc.constant(plain as unknown), spelled)
  })
}

const text = { value: word, spell: asIs }
const key = { value: id, spell: asIs }
const number = { value: count, spell: numberSpelled }
const flag = { value: fc.boolean(), spell: flagSpelled }
const date = { value: seconds, spell: dateSpelled }

const shapes: [string, Reader<unknown>, Shape][] = [
  [
    'an export record',
    (value) => readExportRecord(value as Record<string, unknown>),
    {
      id: key,
      apiKey: text,
      createdDate: date,
      lastStateDate: date,
      from: text,
      email: text,
      subject: text,
      size: number,
      lastState: text,
      open: number,
      click: number,
    },
  ],
  ['a message', readMessage, { id: key, apiKey: text, createdDate: date, lastState: text, reason: text, open: number }],
  [
    'an API key',
    readApiKey,
    { id: key, hash: text, key: text, iPFilterEnabled: flag, description: text, createdAt: date, enabled: flag },
  ],
  [
    'a domain',
    readDomain,
    { id: text, sending: key, tracking: text, verifiedDkim: flag, createdAt: date, default: flag },
  ],
  ['a template', readTemplate, { id: key, description: text, subject: text, htmlContent: text, textContent: text }],
  ['a user', readUser, { id: key, username: text, civility: number, customerType: number, zipCode: text }],
  ['a blacklist entry', readBlacklistEntry, { email: key, date, reason: text }],
  ['a place', readLocalisation, { open: number, click: number, country: text, latitude: number, longitude: number }],
  ['a recipient', readRecipientDetail, { requested: number, delivered: number, opener: number, hardbounced: number }],
  ['a link', readLink, { click: number, clicker: number }],
  ['counters', readCounters, { error: number, delivered: number, complaint: number, clicker: number }],
]

test.each(shapes)('%s reads the same in every spelling', (_name, read, shape) => {
  fc.assert(
    fc.property(spelledTwice(shape), ([plain, spelled]) => {
      expect(read(spelled)).toEqual(read(plain))
    }),
  )
})

test('absent and null are equal, and unknown fields are kept', () => {
  expect(readMessage({ id: 1, tags: null, meta: null, reason: null, openDetails: null })).toEqual(
    readMessage({ id: '1' }),
  )
  expect(readMessage({ id: 1, meta: [] })).toEqual(readMessage({ id: 1, meta: {} }))
  expect(readMessage({ id: 1, lastState: 'teleported', colour: 'red' })).toMatchObject({
    lastState: 'teleported',
    extra: { colour: 'red' },
  })
  expect(readBlacklistEntry({ email: 'a@b.c', createdDate: 10, listName: 'news', blacklist: 'bounces' })).toMatchObject(
    {
      date: 10_000,
      list: 'news',
      extra: { blacklist: 'bounces' },
    },
  )
  expect(readBlacklistEntry({ email: 'a@b.c', date: 10, createdDate: 10 })).toMatchObject({ extra: null })
  expect(readBlacklistEntry({ email: 'a@b.c', date: 10, createdDate: 11 })).toMatchObject({
    extra: { createdDate: 11 },
  })
})

test('another name replaces a missing field, and never a given one', () => {
  const both = { id: 1, templateName: 'winter-sale', name: 'other' }
  const { templateName, name, ...rest } = both
  const expected = { templateName: 'winter-sale', extra: { name: 'other' } }
  expect(readTemplate(both)).toMatchObject(expected)
  expect(readTemplate({ name, ...rest, templateName })).toMatchObject(expected)
  expect(readTemplate({ id: 1, name: 'winter-sale', description: null })).toMatchObject({
    templateName: 'winter-sale',
    description: 'winter-sale',
    extra: null,
  })
  expect(readTemplate({ id: 1, name: 'a', description: 'A' })).toMatchObject({ templateName: 'a', description: 'A' })
  expect(readMessage({ messageId: 'm', id: 'i' })).toMatchObject({ id: 'i', extra: { messageId: 'm' } })
})

test('opens are structs, bare dates or anything else, and never hide their message', () => {
  const { openDetails } = readMessage({
    id: 1,
    openDetails: [
      { userAgent: { ip: '127.0.0.1', latitude: '48.85' }, recipient: { address: 'a@b.c' } },
      '2026-01-31T00:00:00',
      null,
      ['odd'],
    ],
  })
  expect(openDetails).toMatchObject([
    { recipient: 'a@b.c', userAgent: { ip: '127.0.0.1', latitude: 48.85 } },
    { date: Date.UTC(2026, 0, 31) },
    { extra: { value: ['odd'] } },
  ])
})

test('days are keyed by seconds or ISO, platforms come as list, object or objects by name', () => {
  const midnight = Date.UTC(2026, 0, 31)
  const days = readActivities({ [midnight / 1000 + 86_400]: { open: 2 }, '2026-01-31T00:00:00': { open: 1 }, x: {} })
  expect(days.items.map(({ date: day, open }) => [day, open])).toEqual([
    [midnight, 1],
    [midnight + 86_400_000, 2],
  ])
  expect(days.problems).toMatchObject([{ raw: { x: {} } }])
  expect(readBounceDays([])).toEqual({ items: [], problems: [] })
  const month = Date.UTC(2026, 0, 1)
  expect(readPlatformMonths({ [month / 1000]: [{ open: 1, name: 'Gmail', type: 'webmail' }] }).items).toMatchObject([
    { month, name: 'Gmail', open: 1 },
  ])
  expect(readPlatformTotals({ open: 5 }).items).toMatchObject([{ open: 5, month: null }])
  expect(readPlatformTotals([{ open: 5, name: 'Gmail' }]).items).toMatchObject([{ name: 'Gmail' }])
  expect(readPlatformTotals({ Gmail: { open: 3 }, Outlook: { open: 4 } }).items).toMatchObject([
    { name: 'Gmail', open: 3 },
    { name: 'Outlook', open: 4 },
  ])
})

const readers: [string, (value: unknown) => unknown][] = [
  ...shapes.map(([name, read]): [string, (value: unknown) => unknown] => [name, read]),
  ['message detail', readMessageDetail],
  ['activities', readActivities],
  ['bounces', readBounceDays],
  ['platforms', readPlatformMonths],
  ['platform totals', readPlatformTotals],
  ['status', readStatus],
]

test.each(readers)('any JSON is either read by %s or unreadable', (name, read) => {
  const known = shapes.find(([other]) => other === name)?.[2] ?? {}
  const names = fc.oneof(fc.constantFrom('open', 'msg', 'openDetails', 'from', 'records', ...Object.keys(known)), word)
  const json = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()))
  fc.assert(
    fc.property(json, (value) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      if (name === 'an export record' && !isObject) return
      try {
        read(JSON.parse(JSON.stringify(value)))
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(Unreadable)
      }
    }),
    { numRuns: 300 },
  )
})
