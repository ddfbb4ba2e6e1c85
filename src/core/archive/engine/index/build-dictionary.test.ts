import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Message } from '#shared/domain/messages/record.ts'
import { noBits, eachBit } from '#core/archive/engine/index/bits.ts'
import { DictionaryBuilder } from '#core/archive/engine/index/build-dictionary.ts'
import { listTerms, pageOf, readTerm, termBytes } from '#core/archive/engine/index/page.ts'
import type { Dictionary } from '#core/archive/engine/index/page-writer.ts'
import { RecipientDomains } from '#core/archive/engine/record/recipient-domains.ts'
import { prefixTerm, termsOf } from '#core/archive/engine/index/terms.ts'
import { message } from '../../../../../test/core/archive/support/arbitrary.ts'
import { setOf } from '../../../../../test/core/archive/support/packed.ts'

const odd = fc.string({ unit: 'binary', maxLength: 150 })
const joined = (...parts: string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 80, size: 'max' }).map((found) => `x@${found.join('.')}`)
const dotted = fc.oneof(joined('a', 'É', ''), joined('mail', 'X9', 'ß', 'ﬁ', '发'))
const oddMessage = fc
  .record({
    record: message,
    subject: odd,
    email: fc.oneof(odd, dotted),
    meta: fc.dictionary(odd, odd, { maxKeys: 3 }),
  })
  .map(({ record, ...others }): Message => ({ ...record, ...others }))

function rowsOf({ directory, pages }: Dictionary, term: string, size: number): number[] {
  const bits = noBits(size)
  readTerm(pages[pageOf(directory, term)]!, termBytes(term), bits)
  const rows: number[] = []
  eachBit(bits, (row) => rows.push(row))
  return rows
}

function build(builder: DictionaryBuilder, messages: readonly Message[]): Dictionary {
  const set = setOf(messages)
  const domains = new RecipientDomains().read(set)
  for (const row of messages.keys()) builder.add(row, set, row, domains)
  return builder.finish(messages.length)
}

it('has the terms of every record with their rows, in the order of the directory', { timeout: 60_000 }, () => {
  const builder = new DictionaryBuilder()
  fc.assert(
    fc.property(fc.array(fc.oneof(message, oddMessage), { minLength: 1, maxLength: 60 }), (messages) => {
      const expected = new Map<string, number[]>()
      for (const [row, record] of messages.entries()) {
        for (const term of termsOf(record)) expected.set(term, [...(expected.get(term) ?? []), row])
      }
      const dictionary = build(builder, messages)
      for (const [term, rows] of expected) expect(rowsOf(dictionary, term, messages.length), term).toEqual(rows)
      const terms = dictionary.pages.flatMap((page) => listTerms(page, new Uint8Array()))
      expect(terms.filter((term) => !term.startsWith('\x02')).sort()).toEqual([...expected.keys()].sort())
      expect(dictionary.directory).toEqual([...dictionary.directory].sort())
      const pageStarts = new Set(dictionary.directory)
      expect(terms.filter((term) => pageStarts.has(term))).toEqual(dictionary.directory)
    }),
    { numRuns: 150, interruptAfterTimeLimit: 40_000 },
  )
})

it('sorts tens of thousands of terms with a common prefix, and characters outside the basic plane', () => {
  const letters = ['a', 'Z', 'é', 'п', '发', '\uffee', '🎉', '𝒳', '\ue000']
  const messages = Array.from({ length: 5000 }, (_, row) => {
    const subject = `${letters[row % letters.length]!}${letters[(row * 7) % letters.length]!} report${row} ${row}`
    return { ...blank, email: `someone.with.the.same.beginning${row}@example.org`, subject }
  })
  const { directory, pages } = build(new DictionaryBuilder(), messages)
  expect(directory).toEqual([...directory].sort())
  const terms = pages.flatMap((page) => listTerms(page, new Uint8Array()))
  expect(terms).toEqual([...terms].sort())
  expect(new Set(terms).size).toBe(terms.length)
})

it('stores the rows of prefixes that many words have, in every script', () => {
  const messages = Array.from({ length: 200 }, (_, row) => ({ ...blank, subject: `invoice${row} при${row}вет` }))
  const dictionary = build(new DictionaryBuilder(), messages)
  const all = messages.map((_, row) => row)
  for (const prefix of ['i', 'in', 'inv', 'п', 'пр', 'при']) {
    expect(rowsOf(dictionary, prefixTerm(prefix, 's'), messages.length), prefix).toEqual(all)
  }
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
