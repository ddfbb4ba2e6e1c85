import { metaPairs } from '#shared/domain/messages/matches.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { hasBit } from '../index/bits.ts'
import type { Deadline } from '../search/deadline.ts'
import type { Result } from '../search/result.ts'
import type { Block } from '../store/block.ts'
import type { StatisticsParts } from './statistics-parts.ts'
import type { Listed } from './group-totals.ts'
import { isTermOf } from './written-values.ts'

type Given = { readonly key: string; readonly result: Result; readonly parts: StatisticsParts }

/**
 * Finds how the newest match spells each listed value of a metadata key. The index stores values in lower case and
 * without accents, and the archive keeps no list of metadata spellings. Only the records of listed values are read.
 */
export class MetaSpelling {
  readonly #given: Given
  readonly #group: Listed['group']
  /** Values for which no record has been found yet, by their number. */
  readonly #open: Map<number, string>
  readonly #spelled = new Map<string, string>()
  #left: number

  constructor({ group, values }: Listed, given: Given) {
    this.#given = given
    this.#group = group
    this.#open = new Map(values.flatMap(({ number, name }) => (name === '' ? [] : [[number, name]])))
    this.#left = given.result.blocks.length
  }

  /** False if the deadline passes, in which case the call must be repeated. */
  complete(deadline: Deadline): boolean {
    const { blocks } = this.#given.result
    while (this.#left > 0 && this.#open.size > 0) {
      this.#read(blocks[--this.#left]!)
      if (this.#left > 0 && this.#open.size > 0 && deadline.passed()) return false
    }
    return true
  }

  of(name: string): string {
    return this.#spelled.get(name) ?? name
  }

  #read(block: Block): void {
    const { result, parts, key } = this.#given
    const { bits, count } = result.of(block)
    if (count === 0) return
    const reader = result.reader(block)
    const { lists, starts, values } = parts.values(reader, this.#group)
    for (let at = block.size - 1; at >= 0 && this.#open.size > 0; at--) {
      const list = lists[at]!
      for (let value = starts[list]!; value < starts[list + 1]!; value++) {
        const name = this.#open.get(values[value]!)
        if (name === undefined || !hasBit(bits, at)) continue
        this.#open.delete(values[value]!)
        const head = `${fold(key)}=`
        const pair = metaPairs(reader.message(at)).find(
          (one) => one.key === fold(key) && isTermOf(one.value, name, head),
        )
        if (pair) this.#spelled.set(name, pair.value)
      }
    }
  }
}
