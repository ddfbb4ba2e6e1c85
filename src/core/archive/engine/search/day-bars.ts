import { groupedStates } from '#shared/domain/query/states.ts'
import type { HistogramAnswer } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { daySpan } from '#shared/domain/query/period.ts'
import { countBits } from '../index/bits.ts'
import { secondOfRow } from '../record/row-number.ts'
import type { Block } from '../store/block.ts'
import { positionOfSecond } from './conditions.ts'
import type { Result } from './result.ts'

type Bar = { day: number; count: number; failed: number; waiting: number }

/** A search’s matches by day in the reader’s zone, and how many of them failed or are waiting. */
export function dayBars(result: Result, states: ReadonlyMap<number, string>, zone: string): HistogramAnswer['bars'] {
  const bars = new Map<number, Bar>()
  const classes = classesOf(states)
  for (const block of result.blocks) addBlock(result, block, { classes, zone, bars })
  return [...bars.values()].sort((a, b) => a.day - b.day)
}

const waitingClass = 1
const failedClass = 2

/** The result is indexed by state number. It is an array, because it is read for every match. */
function classesOf(states: ReadonlyMap<number, string>): Uint8Array {
  const classes = new Uint8Array(Math.max(0, ...states.keys()) + 1)
  for (const [id, name] of states) {
    if (groupedStates.failed.includes(fold(name))) classes[id] = failedClass
    else if (groupedStates.pending.includes(fold(name))) classes[id] = waitingClass
  }
  return classes
}

type Counting = { classes: Uint8Array; zone: string; bars: Map<number, Bar> }

function addBlock(result: Result, block: Block, { classes, zone, bars }: Counting): void {
  const { bits, count } = result.of(block)
  if (count === 0) return
  const reader = result.reader(block)
  const rows = reader.column('row')
  const states = reader.column('state')
  for (let from = 0; from < block.size;) {
    const day = daySpan(secondOfRow(rows[from]!), zone)
    const to = Math.max(from + 1, positionOfSecond(reader, day.to))
    const found = countBits(bits, from, to)
    if (found > 0) {
      const bar = bars.get(day.from) ?? { day: day.from, count: 0, failed: 0, waiting: 0 }
      bars.set(day.from, bar)
      bar.count += found
      let [failed, waiting] = [0, 0]
      for (let at = from; at < to; at++) {
        const word = bits[at >>> 5]!
        // In a search with few matches, most words are empty and can be skipped.
        if (word === 0) at |= 31
        else if ((word >>> (at & 31)) & 1) {
          const kind = classes[states[at]!]!
          if (kind === failedClass) failed++
          else if (kind === waitingClass) waiting++
        }
      }
      bar.failed += failed
      bar.waiting += waiting
    }
    from = to
  }
}
