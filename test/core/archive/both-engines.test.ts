import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BackupFile } from '#core/archive/backup-file.ts'
import type { ErasedList } from '#core/archive/port/archive-port.ts'
import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { expectSame } from './support/compare.ts'
import { engines, type EngineArchive } from './support/engines.ts'
import { generateMessages } from './support/generate.ts'
import { temporaryFolder } from './support/open-archive.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
const sample = (count: number, seed = 1): Message[] => [...generateMessages({ count, seed })]

async function find(archive: EngineArchive, text: string): Promise<string[]> {
  return (await archive.search({ query: parse(text).query, context, limit: 1000 })).rows.map(({ id }) => id)
}

/** The people whom a backup of the archive lists as erased. */
async function erasedIn(archive: EngineArchive): Promise<ErasedList | null> {
  const path = join(await temporaryFolder(), 'backup')
  await archive.backUp(path, { account: 'Shop' })
  const file = BackupFile.open(path)
  try {
    return file.erased()
  } finally {
    file.close()
  }
}

for (const { name, isThere, open, size } of engines)
  describe.skipIf(!isThere)(`the archive ${name}`, () => {
    it('keeps a message per id and recipient, and finds all of an id', async () => {
      const archive = await open()
      const [one] = sample(1)
      const odd = { ...one!, id: 'ü/%?#<a@b>\u0000' }
      await archive.import([odd, { ...odd, email: 'second@example.org' }, { ...odd, email: 'Second@example.org' }])
      expect((await archive.messagesById(odd.id)).map(({ email }) => email).sort()).toEqual(
        [odd.email, 'Second@example.org', 'second@example.org'].sort(),
      )
      expect(await archive.messagesById('none')).toEqual([])
    })

    it('tells apart searches whose words are the same', async () => {
      const archive = await open()
      const subjects = ['Your order shipped', 'Today your order shipped', 'Shipped: your order']
      await archive.import(sample(3).map((message, at) => ({ ...message, id: `m${at}`, subject: subjects[at]! })))
      const found = async (text: string): Promise<string[]> => (await find(archive, text)).sort()
      expect(await found('subject:"your order shipped"')).toEqual(['m0', 'm1'])
      expect(await found('subject:="your order shipped"')).toEqual(['m0'])
      expect(await archive.count({ query: parse('subject:="your order shipped"').query, context })).toMatchObject({
        value: 1,
      })
    })

    it('returns the messages of an id newest first', async () => {
      const archive = await open()
      const [one] = sample(1)
      const at = (second: number): Message => ({
        ...one!,
        email: `reader${second}@example.org`,
        createdDate: one!.createdDate + second * 1000,
      })
      await archive.import([at(1), at(2), at(0)])
      expect((await archive.messagesById(one!.id)).map(({ email }) => email)).toEqual(
        [2, 1, 0].map((second) => at(second).email),
      )
    })

    it('changes entries of a setting and keeps all others', async () => {
      const archive = await open()
      await archive.changeSetting('kept', { one: 1, two: { text: 'Two' } })
      await Promise.all([archive.changeSetting('kept', { three: 3 }), archive.changeSetting('kept', { one: null })])
      expect(await archive.setting('kept')).toEqual({ two: { text: 'Two' }, three: 3 })
    })

    it('changes entries of a setting only if others are as expected', async () => {
      const archive = await open()
      expect(await archive.changeSetting('run', { one: { due: 1, by: 'ada' } }, { one: null })).toBe(true)
      const claims = [2, 3].map((due) => archive.changeSetting('run', { one: { due } }, { one: { by: 'ada', due: 1 } }))
      const claimed = await Promise.all(claims)
      expect(claimed.toSorted()).toEqual([false, true])
      expect(await archive.setting('run')).toEqual({ one: { due: claimed[0] ? 2 : 3 } })
    })

    it('accepts messages from the second before its oldest one', async () => {
      const archive = await open()
      const [one] = sample(1)
      const at = (id: string, milliseconds: number): Message => ({
        ...one!,
        id,
        createdDate: one!.createdDate + milliseconds,
        lastStateDate: one!.lastStateDate + milliseconds,
      })
      const reported = [at('a', 0), at('b', -1000), at('c', -2000), at('d', 1000), at('e', -1000)]
      for (const message of reported) await archive.import([message])
      await expectSame(archive, reported)
      expect((await find(archive, '')).join()).toBe('d,a,e,b,c')
    })

    it('never returns to an older state, and keeps fields that exports leave out', async () => {
      const archive = await open()
      const [full] = sample(1)
      const known = {
        ...full!,
        lastState: 'delivered',
        open: 3,
        meta: { order: '1' },
        lastStateDate: full!.createdDate + 5000,
      }
      await archive.import([known])
      const older = { ...known, lastState: 'requested', lastStateDate: full!.createdDate, open: 0 }
      delete (older as Partial<Message>).meta
      expect(await archive.import([older])).toMatchObject({ added: 0, unchanged: 1 })
      await expectSame(archive, [known])
    })

    it('keeps an outcome when an export reports an earlier state of the same second', async () => {
      const archive = await open()
      const [full] = sample(1)
      const known = { ...full!, lastState: 'delivered', lastStateDate: full!.createdDate }
      const requested = { ...known, lastState: 'requested' }
      await archive.import([requested])
      await archive.import([known])
      expect(await archive.import([requested])).toMatchObject({ added: 0, unchanged: 1 })
      await expectSame(archive, [known])
    })

    it('recognises a message whose creation time was read in another zone, even across midnight', async () => {
      const archive = await open()
      const late = { ...sample(1)[0]!, createdDate: Date.UTC(2026, 0, 5, 23) }
      await archive.import([late, ...sample(300)])
      const { added } = await archive.import([{ ...late, createdDate: late.createdDate + 2 * 3_600_000 }])
      expect(added).toBe(0)
    })

    it('returns rows far down as accurately as the first ones', async () => {
      const archive = await open()
      const messages = sample(size)
      await archive.import(messages)
      const newestFirst = [...messages].sort((a, b) => b.createdDate - a.createdDate)
      for (const offset of [0, 4999, 5000, size / 2, size - 10]) {
        const { rows } = await archive.search({ query: { kind: 'all' }, context, offset, limit: 10 })
        expect(rows.map(({ id }) => id)).toEqual(newestFirst.slice(offset, offset + 10).map(({ id }) => id))
        const oldestFirst = {
          query: { kind: 'all' as const },
          context,
          sort: { field: 'created' as const, descending: false },
        }
        const found = await archive.search({ ...oldestFirst, offset, limit: 10 })
        expect(found.rows.map(({ id }) => id)).toEqual(
          newestFirst
            .toReversed()
            .slice(offset, offset + 10)
            .map(({ id }) => id),
        )
        expect(await archive.count({ query: { kind: 'all' }, context })).toMatchObject({
          value: size,
          exact: true,
        })
      }
      expect((await archive.search({ query: { kind: 'all' }, context, offset: size + 1000 })).rows).toEqual([])
    })

    it('streams the rows of a search in order, and those of its start even if others are added and removed', async () => {
      const archive = await open()
      const messages = sample(3000)
      await archive.import(messages)
      const ranges = [
        { first: 10, last: 12 },
        { first: 40, last: 1500 },
        { first: 2990, last: 5000 },
      ]
      for (const field of ['created', 'subject', 'size'] as const) {
        const search = { query: parse('').query, context, sort: { field, descending: false } }
        const { rows } = await archive.search({ ...search, limit: 4000 })
        const chosen = ranges.flatMap(({ first, last }) => rows.slice(first, last + 1))
        const found: number[] = []
        const streamed: number[] = []
        for await (const batch of archive.stream(search, { ranges, batch: 100, found: (count) => found.push(count) })) {
          if (streamed.length === 0)
            await archive.import([{ ...messages[0]!, id: `new ${field}`, subject: '', size: 0 }])
          streamed.push(...batch.map(({ row }) => row))
        }
        expect([field, found, streamed]).toEqual([field, [chosen.length], chosen.map(({ row }) => row)])
      }
    })

    it('streams whole records in any order, including changed ones, without those of an erased person', async () => {
      const archive = await open()
      const messages = sample(1000)
      await archive.import(messages)
      const changed = messages.flatMap((message, at) => {
        if (at % 7 !== 0) return []
        const tags = ['a "b"', '\\'].slice(0, at % 3)
        return [{ ...message, subject: `ł ${at}`, tags, size: at * 1.5, openDetails: [{ date: at }], open: 9 }]
      })
      await archive.import(changed)
      const erased = messages[5]!.email
      await archive.erase(erased)
      const alone = new Map<number, StoredMessage | null>()
      for (const field of ['created', 'subject', 'size'] as const) {
        const search = { query: parse('').query, context, sort: { field, descending: true } }
        const streamed: StoredMessage[] = []
        for await (const batch of archive.stream(search, { batch: 300 })) streamed.push(...batch)
        const expected = messages.filter(({ email }) => email.toLowerCase() !== erased.toLowerCase()).length
        expect(streamed).toHaveLength(expected)
        // Rows are fetched one by one only in the first round, because each costs a statement.
        if (alone.size === 0) for (const { row } of streamed) alone.set(row, await archive.messageAt(row))
        expect(streamed).toEqual(streamed.map(({ row }) => alone.get(row)))
      }
    })

    it('keeps out the people whom other archives erased, besides those erased from it', async () => {
      const [first, second, third] = [await open(), await open(), await open()]
      const people = sample(4).map((message, at) => ({ ...message, email: `person${at}@example.org` }))
      const [one, two, three] = people.map(({ email }) => email) as [string, string, string]
      expect(await erasedIn(first)).toBeNull()
      await first.erase(one)
      await second.import(people.slice(0, 1))
      await second.erase(two)
      const list = (await erasedIn(first))!
      await second.keepOut(list)
      await second.keepOut(list)
      expect(await second.erasedAmong([one.toUpperCase(), two, three])).toEqual([one.toUpperCase(), two])
      expect(await second.import(people)).toMatchObject({ added: 2, changed: 0, unchanged: 0, erased: 2 })
      expect(await find(second, `to:${one}`)).toHaveLength(1)
      expect((await second.count({ query: { kind: 'all' }, context })).value).toBe(3)
      // The list of an archive includes the people whom it keeps out for others.
      await third.keepOut((await erasedIn(second))!)
      expect(await third.hasErased()).toBe(true)
      await third.erase(three)
      expect(await third.import(people)).toMatchObject({ added: 1, erased: 3 })
      expect((await erasedIn(third))!.salts).toHaveLength(3)
    })

    it('keeps accounts apart while both are being written', async () => {
      const [first, second] = [await open(), await open()]
      const [mine, theirs] = [sample(1000, 1), sample(1500, 2)]
      await Promise.all([first.import(mine), second.import(theirs)])
      await expectSame(first, mine)
      await expectSame(second, theirs)
    })

    it('counts values for completion', async () => {
      const archive = await open()
      const messages = sample(500)
      await archive.import(messages)
      const invoices = messages.filter(({ tags }) => tags.includes('invoice')).length
      expect(await archive.values({ field: 'tag', prefix: 'INV' })).toEqual([{ value: 'invoice', messages: invoices }])
      expect((await archive.values({ field: 'metaKeys', prefix: '' })).map(({ value }) => value)).toEqual(
        expect.arrayContaining(['order', 'locale']),
      )
      const locales = await archive.values({ field: 'meta', key: 'locale', prefix: '' })
      expect(locales.map(({ value }) => value).toSorted()).toEqual(['de', 'en', 'fr', 'pt'])
      const counts = locales.map(({ messages: count }) => count ?? 0)
      expect(counts).toEqual(counts.toSorted((one, other) => other - one))
      const [{ email }] = messages as [Message]
      expect(await archive.values({ field: 'to', prefix: email.slice(0, 12) })).toContainEqual({
        value: email,
        messages: messages.filter((message) => message.email === email).length,
      })
    })

    it('suggests the words that were probably meant by a misspelled one', async () => {
      const archive = await open()
      await archive.import(sample(500))
      const nearest = (word: string, field: 'tag' | 'to' | null = null) => archive.nearestWords({ word, field })
      expect((await nearest('Invoces'))[0]).toBe('invoice')
      expect(await nearest('newsleter', 'tag')).toEqual(['newsletter'])
      expect(await nearest('newsleter', 'to')).toEqual([])
      // The beginning of a known word is not a misspelling.
      expect(await nearest('invo')).toEqual([])
      expect(await nearest('zzzzzzz')).toEqual([])
    })
  })
