import { fold } from '#shared/domain/query/fold.ts'
import { hasBit, type Bits } from '../index/bits.ts'
import { longestWhole, valueTerm, wholeLists, type ValueList } from '../index/terms.ts'
import type { BlockReader } from './block-reader.ts'

export type TextField = 'email' | 'from' | 'subject'

/** Places of a block sorted by text; among equal texts, the newest comes first. */
export type SortedTexts = { texts: string[]; places: number[] }

export function sortedTexts(reader: BlockReader, bits: Bits, field: TextField): SortedTexts {
  const entries =
    field === 'subject'
      ? fromRecords(reader, bits)
      : fromDictionary(reader, bits, wholeLists[field === 'email' ? 'to' : field])
  entries.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : b.at - a.at))
  return { texts: entries.map(({ text }) => text), places: entries.map(({ at }) => at) }
}

type Entry = { text: string; at: number }

/** Whole addresses are terms of the dictionary, which is already sorted. */
function fromDictionary(reader: BlockReader, bits: Bits, list: ValueList): Entry[] {
  const head = valueTerm(list, '')
  const found: Entry[] = []
  reader.postings(head, (term, rows) => {
    const text = term.slice(head.length)
    for (const at of rows) if (hasBit(bits, at)) found.push({ text, at })
  })
  return found
}

/** In one pass over the block: reading records one by one takes ten times as long. */
function fromRecords(reader: BlockReader, bits: Bits): Entry[] {
  const found: Entry[] = []
  const rows = reader.column('row')
  let at = 0
  for (const { row, subject } of reader.subjects()) {
    while (at < rows.length && rows[at]! < row) at++
    if (rows[at] !== row || !hasBit(bits, at)) continue
    found.push({ text: fold(subject).slice(0, longestWhole), at })
  }
  return found
}
