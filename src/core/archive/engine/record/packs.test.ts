import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { recipientDomain } from '#shared/domain/messages/record.ts'
import { ByteTable } from '#core/base/packs/byte-table.ts'
import { mostKeptBytes } from '#core/base/packs/bytes.ts'
import { RecipientDomains } from '#core/archive/engine/record/recipient-domains.ts'
import { GrowingSet } from '#core/base/packs/growing-set.ts'
import { idHash, identityHash, sameIdentity } from '#core/archive/engine/record/identity.ts'
import { readPack, writePack } from '#core/base/packs/pack.ts'
import { messageOf, noRow } from '#core/base/packs/record-set.ts'
import { hashOf } from '#core/archive/engine/record/row-number.ts'
import { message } from '../../../../../test/core/archive/support/arbitrary.ts'
import { packed, setOf } from '../../../../../test/core/archive/support/packed.ts'

const odd = fc.oneof(
  fc.constantFrom('\ufeffmark first', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
)
const number = fc.oneof(fc.nat(), fc.constantFrom(2 ** 32, 1.5, -1, 2 ** 40))
const oddMessage = fc
  .record({ record: message, id: odd, email: odd, subject: odd, from: odd, tags: fc.array(odd, { maxLength: 3 }) })
  .chain(({ record, ...texts }) =>
    fc
      .record({ size: number, open: number, click: number })
      .map((numbers): Message => ({ ...record, ...texts, ...numbers })),
  )
const messages = fc.array(fc.oneof(message, oddMessage), { maxLength: 40 })

/** A message without undefined fields, as in JSON. */
function kept(record: Message): unknown {
  return JSON.parse(JSON.stringify(record))
}

it('returns every record as it was reported, after any number of copies', () => {
  fc.assert(
    fc.property(messages, (given) => {
      const pack = readPack(packed(given))
      expect(given.map((_, at) => messageOf(pack, at))).toEqual(given.map(kept))
      const order = given.map((_, at) => at).reverse()
      const moved = new GrowingSet(1)
      moved.appendNone()
      moved.appendFrom(setOf(given), order)
      moved.appendAll(pack)
      // Adjacent positions, like most records in an import.
      moved.appendFrom(pack, order.toReversed().slice(1))
      const again = readPack(writePack(moved))
      expect(again.row[0]).toBe(noRow)
      const all = [...given.toReversed(), ...given, ...given.slice(1)]
      expect(all.map((_, at) => messageOf(again, at + 1))).toEqual(all.map(kept))
    }),
    { numRuns: 300 },
  )
})

it('hashes and compares bytes like texts', () => {
  fc.assert(
    fc.property(messages, (given) => {
      const set = setOf(given)
      const domains = new RecipientDomains().read(set)
      for (const [at, { id, email }] of given.entries()) {
        expect(idHash(set, at)).toBe(hashOf(id))
        expect(domains.names[domains.codes[at]!]).toBe(recipientDomain(email).toWellFormed())
        for (const [other, theirs] of given.entries()) {
          const isSame = theirs.id === id && theirs.email === email
          expect(sameIdentity(set, at, set, other)).toBe(isSame)
          if (isSame) expect(identityHash(set, at)).toBe(identityHash(set, other))
        }
      }
    }),
    { numRuns: 200 },
  )
})

it('frees the memory that long texts took', () => {
  const set = new GrowingSet(1)
  const table = new ByteTable(1 << 12)
  const long = 'x'.repeat(20 * 1024 ** 2)
  set.append({ ...blank, subject: long })
  table.open(long.length)
  table.text(long)
  table.close()
  set.clear()
  table.clear()
  expect([set.texts.length, table.arena.length]).toEqual([mostKeptBytes, mostKeptBytes])
  set.append({ ...blank, subject: long })
  expect(messageOf(set, 0).subject.length).toBe(long.length)
})

it('reads a pack at any offset in memory, and refuses one that is cut off', () => {
  const given = [
    { ...blank, id: 'é' },
    { ...blank, id: 'b' },
  ]
  const pack = packed(given)
  for (let shift = 0; shift < 9; shift++) {
    const shifted = new Uint8Array(pack.length + shift)
    shifted.set(pack, shift)
    expect(messageOf(readPack(shifted.subarray(shift)), 1)).toEqual(given[1])
  }
  expect(() => readPack(pack.subarray(0, 40))).toThrow(expect.objectContaining({ code: 'archive-damaged' }))
  expect(() => readPack(pack.subarray(0, 3))).toThrow(expect.objectContaining({ code: 'archive-damaged' }))
})

const blank: Message = {
  id: 'id',
  email: 'a@example.org',
  from: 'shop@example.org',
  subject: '',
  apiKey: 'key',
  size: 1,
  createdDate: 0,
  lastStateDate: 0,
  lastState: 'delivered',
  tags: [],
  open: 0,
  click: 0,
}
