import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { FoundRecipients } from '#shared/domain/recipients/recipient.ts'
import { rankRecipient, readRecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import { ArchiveReader } from '#core/archive/engine/archive-reader.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { migrate } from '#core/archive/engine/file/migrate.ts'
import { ArchiveWriter } from '#core/archive/engine/store/archive-writer.ts'
import { createRandom, generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'
import { packed } from './support/packed.ts'
import { patiently } from './support/patiently.ts'

const limit = 8

/** The same result, computed from the records alone. */
function recount(text: string, records: readonly Message[]): FoundRecipients['recipients'] {
  const wanted = readRecipientText(text)
  const people = new Map<string, { newest: Message; messages: number }>()
  for (const record of records) {
    const key = fold(record.email)
    const known = people.get(key)
    const newest = known && known.newest.createdDate > record.createdDate ? known.newest : record
    people.set(key, { newest, messages: (known?.messages ?? 0) + 1 })
  }
  return [...people]
    .flatMap(([address, person]) => {
      const rank = wanted && rankRecipient(wanted, address)
      return rank === null ? [] : [{ ...person, rank }]
    })
    .sort((a, b) => a.rank - b.rank || b.newest.createdDate - a.newest.createdDate)
    .slice(0, limit)
    .map(({ newest: { email, subject, createdDate, lastState }, messages }) => ({
      email,
      messages,
      newest: { subject, createdDate, lastState },
    }))
}

/** A second apart, because the order of messages in the same second is undefined. */
const spread = (records: Iterable<Message>): Message[] =>
  [...records].map((record, at) => ({ ...record, createdDate: Date.UTC(2025, 0, 1) + at * 1000 }))

const texts = ['jane', 'Zoe', 'kal', 'lami', 'mail1', 'org example', 'chloe mail2', 'soeren', 'Łuk', 'e', 'nobody.at']

it('finds in every block what a recount of the records finds, in any number of turns', async () => {
  const folder = await temporaryFolder()
  const database = new Database(join(folder, 'archive.sqlite'))
  migrate(database)
  const writer = new ArchiveWriter(database)
  const records = spread(generateMessages({ count: 40_000 }))
  for (let at = 0; at < records.length; at += 16_384) writer.import([packed(records.slice(at, at + 16_384))])
  const reader = new ArchiveReader(new Database(database.path, { readOnly: true }), 0.01)
  const somebody = records[20_000]!.email
  let turns = 0
  for (const text of [...texts, somebody, somebody.slice(3, -4), somebody.toUpperCase()]) {
    const found = patiently(() => (turns++, reader.findRecipients({ text, limit })))
    expect(found, text).toEqual({ recipients: recount(text, records), complete: true })
  }
  expect(turns).toBeGreaterThan(2 * texts.length)
})

it('finds the same as a recount for 200 random parts of addresses', async () => {
  const archive = await openArchive()
  const odd = [
    'no-sign',
    'two@signs@example.org',
    'a\nb@example.org',
    'ÉLODIE@MAIL.example',
    'x@ä.example',
    '@only.example',
  ]
  const records = spread(generateMessages({ count: 3000 })).map((record, at) => ({
    ...record,
    email: at % 100 === 0 ? odd[(at / 100) % odd.length]! : record.email,
  }))
  await archive.import(records)
  const random = createRandom(4)
  const pick = (most: number) => Math.floor(random() * most)
  for (let round = 0; round < 200; round++) {
    const { email } = records[pick(records.length)]!
    const begin = pick(Math.max(1, email.length - 3))
    const text = email.slice(begin, begin + 3 + pick(8))
    const found = await archive.findRecipients({ text, limit })
    expect(found.recipients, text).toEqual(recount(text, records))
  }
})

it('finds and counts people in several blocks and any script, without erased people', async () => {
  const archive = await openArchive()
  const people = [
    ...[...generateMessages({ count: 2000 })].map(({ email }) => email),
    'jane',
    'jane@',
    '@example.org',
    'Иван.Петров@пример.example',
    'ivan.иванов@example.org',
    '王小明@mail1.example.org',
    'x😀jane@example.org',
    '𠮷野.jane@example.org',
    'jane.kim@a@example.org',
    'ЖАННА',
  ]
  const random = createRandom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)]!
  const records = spread(generateMessages({ count: 36_000 })).map((record) => ({ ...record, email: pick(people) }))
  await archive.import(records)
  const erased = ['jane@', people[3]!, people[1990]!]
  for (const email of erased) await archive.erase(email)
  const rest = records.filter(({ email }) => !erased.includes(email))
  const parts = people.slice(-10).flatMap((email) => {
    const begin = Math.floor(random() * (email.length - 2))
    return [email, email.slice(begin, begin + 4), `${email.slice(1, 4)} ${email.slice(-11, -4)}`]
  })
  const texts = [...parts, 'jane org', 'org jane', 'иван', '小', '😀', 'e m', 'jane@ex', 'nobody.at']
  const expected = texts.map((text) => ({ recipients: recount(text, rest), complete: true }))
  // The first round loads the blocks; the second one finds them in memory.
  for (const [at, text] of [...texts, ...texts].entries()) {
    const found = await archive.findRecipients({ text, limit })
    expect(found, text).toEqual(expected[at % texts.length])
  }
})

it('includes later erasures and imports', async () => {
  const archive = await openArchive()
  const records = spread(generateMessages({ count: 500 }))
  await archive.import(records)
  const somebody = records[300]!.email
  expect((await archive.findRecipients({ text: somebody, limit })).recipients).toMatchObject([{ email: somebody }])
  await archive.erase(somebody)
  expect(await archive.findRecipients({ text: somebody, limit })).toEqual({ recipients: [], complete: true })
  const other = records[10]!
  const later = { ...other, id: 'later', email: other.email.toUpperCase(), createdDate: Date.UTC(2026, 0, 1) }
  await archive.import([later])
  const rest = [...records, later].filter(({ email }) => email !== somebody)
  for (const text of [other.email, 'jane', 'mail']) {
    expect((await archive.findRecipients({ text, limit })).recipients, text).toEqual(recount(text, rest))
  }
})

it('counts the messages of an exact address of any length', async () => {
  const archive = await openArchive()
  const [base] = spread(generateMessages({ count: 1 }))
  const long = (end: string) => `${'a'.repeat(150)}.${end}@shop.example`
  await archive.import(['one', 'two'].map((end) => ({ ...base!, id: end, email: long(end) })))
  const { recipients } = await archive.findRecipients({ text: 'aaaa', limit })
  expect(recipients).toMatchObject([{ messages: 1 }])
})

it('lists people who are known by their names first, with their messages, and nobody twice', async () => {
  const archive = await openArchive()
  const records = spread(generateMessages({ count: 3000 }))
  await archive.import(records)
  const byAddress = recount('jane', records)
  const [first, second] = [byAddress[3]!.email, records[7]!.email]
  const named = [second.toLowerCase(), first.toLowerCase(), 'away@example.org']
  const { recipients } = await archive.findRecipients({ text: 'jane', limit, named })
  const known = [second, first].map((email) => recount(email, records)[0]!)
  const others = byAddress.filter(({ email }) => email !== first && email !== second).slice(0, limit - 3)
  expect(recipients).toEqual([...known, { email: 'away@example.org', messages: 0, newest: null }, ...others])
  const full = await archive.findRecipients({ text: 'jane', limit: 2, named })
  expect(full.recipients).toEqual(known)
})

it('lists people who are known by name and address after the addresses with this prefix, and nobody twice', async () => {
  const archive = await openArchive()
  const addresses = ['jane.kim@a.example', 'jane.x@kim.example', 'bigjane@kim.example', 'jk@b.example']
  const base = spread(generateMessages({ count: 4 }))
  await archive.import(base.map((record, at) => ({ ...record, email: addresses[at]! })))
  const find = async (mixed: readonly string[], most = limit) =>
    (await archive.findRecipients({ text: 'jane kim', limit: most, mixed })).recipients.map(({ email }) => email)
  expect(await find([])).toEqual(addresses.slice(0, 3))
  const mixed = ['jk@b.example', 'jane.kim@a.example', 'bigjane@kim.example', 'away@example.org']
  expect(await find(mixed)).toEqual([
    'jane.kim@a.example',
    'jk@b.example',
    'bigjane@kim.example',
    'away@example.org',
    'jane.x@kim.example',
  ])
  expect(await find(mixed, 2)).toEqual(['jane.kim@a.example', 'jk@b.example'])
})
