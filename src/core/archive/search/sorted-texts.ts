import { fold } from '#shared/domain/query/fold.ts'
import type { Database } from '../database.ts'
import { hasBit, type Bits } from '../index/bits.ts'
import { longestWhole, valueLists, valueTerm } from '../index/terms.ts'
import type { BlockReader } from './block-reader.ts'

export type TextField = 'email' | 'from' | 'subject'

/** Places of a block by their text; where texts are the same, the newest first. */
export type SortedTexts = { texts: string[]; places: number[] }

/** Whole addresses are terms of the dictionary, which is in order already. */
const wholeLists = { email: valueLists.toWhole, from: valueLists.fromWhole } as const

export function sortedTexts(database: Database, reader: BlockReader, bits: Bits, field: TextField): SortedTexts {
  const entries = field === 'subject' ? fromRecords(database, reader, bits) : fromDictionary(reader, bits, field)
  entries.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : b.at - a.at))
  return { texts: entries.map(({ text }) => text), places: entries.map(({ at }) => at) }
}

type Entry = { text: string; at: number }

function fromDictionary(reader: BlockReader, bits: Bits, field: 'email' | 'from'): Entry[] {
  const head = valueTerm(wholeLists[field], '')
  const found: Entry[] = []
  reader.postings(head, (term, rows) => {
    const text = term.slice(head.length)
    for (const at of rows) if (hasBit(bits, at)) found.push({ text, at })
  })
  return found
}

/** In one pass over the block, and no more of a record than its subject: one look for each takes ten times as long. */
function fromRecords(database: Database, reader: BlockReader, bits: Bits): Entry[] {
  const found: Entry[] = []
  const rows = reader.column('row')
  const { first, last } = reader.block
  let at = 0
  for (const { row, subject } of database.all(subjects, first, last)) {
    while (at < rows.length && rows[at]! < Number(row)) at++
    if (rows[at] !== row || !hasBit(bits, at)) continue
    found.push({ text: fold(String(subject)).slice(0, longestWhole), at })
  }
  return found
}

const subjects = "SELECT row, record ->> '$.subject' AS subject FROM message WHERE row BETWEEN ? AND ?"
