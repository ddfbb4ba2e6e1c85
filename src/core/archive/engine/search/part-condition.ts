import type { TextQuery } from '#shared/domain/query/ast.ts'
import type { Bits } from '../index/bits.ts'
import { readPosting } from '../index/posting.ts'
import { longestWhole, valueTerm, wholeLists } from '../index/terms.ts'
import type { BlockReader } from './block-reader.ts'

/** Rows whose address contains this text anywhere. A row is doubtful if the index has only the beginning of its address. */
export function partRows({ field }: TextQuery, wanted: string, block: BlockReader): { certain: Bits; doubtful: Bits } {
  const start = valueTerm(field === 'from' ? wholeLists.from : wholeLists.to, '')
  const bytes = Buffer.from(wanted)
  const certain = block.none()
  const doubtful = block.none()
  let page: Buffer | null = null
  let hit = -1
  // The terms on a page are stored one after another, so a single search covers all of them.
  block.entries(start, (read, termAt, termLength, at, length) => {
    const begin = termAt + start.length
    const end = termAt + termLength
    if (page?.buffer !== read.buffer || page.byteOffset !== read.byteOffset) {
      page = Buffer.from(read.buffer, read.byteOffset, read.byteLength)
      hit = page.indexOf(bytes, begin)
    } else if (hit >= 0 && hit < begin) hit = page.indexOf(bytes, begin)
    if (hit >= 0 && hit + bytes.length <= end) readPosting(read, at, length, certain)
    else if (end - begin >= longestWhole) readPosting(read, at, length, doubtful)
  })
  return { certain, doubtful }
}
