import type { RowRange } from '../../port/archive-port.ts'
import type { Block } from '../store/block.ts'
import type { Place, Result } from './result.ts'

/** A million places at once would take a hundred megabytes. */
const placesAtOnce = 16_384

type PlacesIn = (range: { offset: number; limit: number }) => readonly Place[] | null

/** The rows of the matches in these ranges of a search. Every block must have been searched. Null where `placesIn` is. */
export function listRows(result: Result, ranges: readonly RowRange[], placesIn: PlacesIn): Float64Array | null {
  const end = result.count().value
  const inside = ranges.map(({ first, last }) => ({ first, end: Math.min(last + 1, end) }))
  const rows = new Float64Array(inside.reduce((sum, range) => sum + Math.max(0, range.end - range.first), 0))
  const columns = new Map<Block, Float64Array>()
  let count = 0
  for (const range of inside) {
    for (let offset = range.first; offset < range.end; offset += placesAtOnce) {
      const places = placesIn({ offset, limit: Math.min(placesAtOnce, range.end - offset) })
      if (places === null) return null
      for (const { block, at } of places) {
        let column = columns.get(block)
        if (!column) columns.set(block, (column = result.reader(block).column('row')))
        rows[count++] = column[at]!
      }
    }
  }
  return rows
}
