import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { eachBit, hasBit, noBits, setBit, without, withScratchBits, type Bits } from '../index/bits.ts'
import { valueLists, valueTerm } from '../index/terms.ts'
import type { BlockReader } from '../search/block-reader.ts'

/** Visits every value with its matches; those that have none come last, as the value `''`. */
export type VisitValue = (value: string, places: readonly number[]) => void

const lists = {
  from: valueLists.fromWhole,
  key: valueLists.key,
  tag: valueLists.tagWhole,
} as const

export function eachValue(reader: BlockReader, bits: Bits, group: StatisticsGroup, visit: VisitValue): void {
  if (group === 'domain') eachDomain(reader, bits, visit)
  else eachTerm(reader, bits, valueTerm(lists[group], ''), visit)
}

export function eachMetaValue(reader: BlockReader, bits: Bits, key: string, visit: VisitValue): void {
  eachTerm(reader, bits, valueTerm(valueLists.metaWhole, `${fold(key)}=`), visit)
}

function eachTerm(reader: BlockReader, bits: Bits, head: string, visit: VisitValue): void {
  withScratchBits(() => {
    const seen = noBits(reader.size)
    reader.postings(head, (term, all) => {
      const places = all.filter((at) => hasBit(bits, at))
      for (const at of places) setBit(seen, at)
      if (places.length > 0) visit(term.slice(head.length), places)
    })
    visitRest(bits, seen, visit)
  })
}

/** A domain is found by its parent domains, too: the longest of a message is its own. */
function eachDomain(reader: BlockReader, bits: Bits, visit: VisitValue): void {
  const head = valueTerm(valueLists.domain, '')
  const found: { domain: string; all: readonly number[] }[] = []
  reader.postings(head, (term, all) => found.push({ domain: term.slice(head.length), all }))
  found.sort((a, b) => b.domain.length - a.domain.length)
  withScratchBits(() => {
    const seen = noBits(reader.size)
    for (const { domain, all } of found) {
      const places = all.filter((at) => hasBit(bits, at) && !hasBit(seen, at))
      for (const at of places) setBit(seen, at)
      if (places.length > 0) visit(domain, places)
    }
    visitRest(bits, seen, visit)
  })
}

function visitRest(bits: Bits, seen: Bits, visit: VisitValue): void {
  const rest: number[] = []
  eachBit(without(bits, seen), (at) => rest.push(at))
  if (rest.length > 0) visit('', rest)
}
