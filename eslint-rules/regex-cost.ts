import { readPositions, type Positions } from './positions.ts'

export type Growth = 'quadratic' | 'exponential'
/** A text that shows the cost: `prefix`, then `pump` repeated, then anything that makes the match fail. */
export type Cost = { readonly growth: Growth; readonly prefix: string; readonly pump: string }

/** The start of a search, which can skip any number of characters before the pattern begins. */
const searching = -1

/**
 * The worst cost of the pattern on a long text, or null if it is linear. The cost grows faster than the text if the
 * same text can be read in two ways: two consecutive loops of the pattern (or the search for its start and a loop) that
 * read the same text are quadratic, and one loop that reads the same text in two ways is exponential. A loop after
 * which the pattern has already matched does not count: nothing can fail after it, so nothing is tried again.
 */
export function costOf(source: string, flags: string): Cost | null {
  const positions = readPositions(source, flags)
  const lookBehind = positions.lookBehinds[0]
  if (lookBehind !== undefined) return { growth: 'quadratic', prefix: '', pump: lookBehind }
  return new Automaton(positions, flags).cost()
}

type Edge = { readonly to: number; readonly reads: bigint }

class Automaton {
  readonly #positions: Positions
  readonly #edges: readonly (readonly Edge[])[]
  readonly #starts: readonly Edge[]
  readonly #searches: boolean
  readonly #loops: readonly number[]

  constructor(positions: Positions, flags: string) {
    this.#positions = positions
    const edge = (to: number): Edge => ({ to, reads: positions.reads[to]! })
    this.#edges = positions.next.map((next) => next.map(edge))
    const lines = flags.includes('m')
    const anywhere = positions.first.filter(({ start }) => !start || lines)
    this.#searches = !flags.includes('y') && anywhere.length > 0
    const all = (1n << BigInt(positions.samples.length)) - 1n
    this.#starts = [{ to: searching, reads: all }, ...anywhere.map(({ position }) => edge(position))]
    this.#loops = positions.reads
      .map((_, position) => position)
      .filter((position) => !positions.matches.has(position) && this.#reaches(position, position))
  }

  cost(): Cost | null {
    for (const loop of this.#loops) {
      const pump = this.#twoWaysRound(loop)
      if (pump !== null) return { growth: 'exponential', prefix: this.#prefixTo(loop), pump }
    }
    for (const later of this.#loops) {
      const pump = this.#searches ? this.#together(searching, later) : null
      if (pump !== null) return { growth: 'quadratic', prefix: '', pump }
    }
    for (const earlier of this.#loops) {
      for (const later of this.#loops) {
        if (earlier === later || !this.#reaches(earlier, later)) continue
        const pump = this.#together(earlier, later)
        if (pump !== null) return { growth: 'quadratic', prefix: this.#prefixTo(earlier), pump }
      }
    }
    return null
  }

  /** A text that returns to the loop from itself in two ways. */
  #twoWaysRound(loop: number): string | null {
    return this.#walk(
      [loop, loop, 0],
      ([left = 0, right = 0, parted = 0]) => {
        const steps: Step[] = []
        this.#from(left).forEach((one, oneIndex) => {
          this.#from(right).forEach((other, otherIndex) => {
            const differ = left !== right || oneIndex !== otherIndex ? 1 : parted
            steps.push({ state: [one.to, other.to, differ], reads: one.reads & other.reads })
          })
        })
        return steps
      },
      ([left, right, parted]) => left === loop && right === loop && parted === 1,
    )
  }

  /** A text that is read by the earlier loop, on the path from it to the later one, and by the later loop. */
  #together(earlier: number, later: number): string | null {
    return this.#walk(
      [earlier, earlier, later],
      ([round = 0, between = 0, end = 0]) => {
        const steps: Step[] = []
        for (const one of this.#from(round)) {
          for (const two of this.#from(between)) {
            const both = one.reads & two.reads
            if (both === 0n) continue
            for (const three of this.#from(end)) {
              steps.push({ state: [one.to, two.to, three.to], reads: both & three.reads })
            }
          }
        }
        return steps
      },
      ([round, between, end]) => round === earlier && between === later && end === later,
    )
  }

  /** The shortest text from the start of the pattern to a position. */
  #prefixTo(position: number): string {
    const starts = this.#positions.first.map(({ position: to }) => ({ to, reads: this.#positions.reads[to]! }))
    const asSteps = (edges: readonly Edge[]) => edges.map(({ to, reads }) => ({ state: [to], reads }))
    return (
      this.#walk(
        [searching],
        ([at = 0]) => asSteps(at === searching ? starts : this.#from(at)),
        ([at]) => at === position,
      ) ?? ''
    )
  }

  #reaches(from: number, to: number): boolean {
    const seen = new Set<number>()
    const open = [from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const edge of this.#edges[at]!) {
        if (edge.to === to) return true
        if (!seen.has(edge.to)) open.push(edge.to)
        seen.add(edge.to)
      }
    }
    return false
  }

  #from(position: number): readonly Edge[] {
    return position === searching ? this.#starts : this.#edges[position]!
  }

  /** Breadth first, so that the text found is the shortest. At least one character is read. */
  #walk(from: State, steps: (state: State) => Step[], isEnd: (state: State) => boolean): string | null {
    const seen = new Set<string>()
    let open: { state: State; text: string }[] = [{ state: from, text: '' }]
    while (open.length > 0) {
      const following: typeof open = []
      for (const { state, text } of open) {
        for (const step of steps(state)) {
          if (step.reads === 0n) continue
          const name = step.state.join()
          if (seen.has(name)) continue
          seen.add(name)
          const longer = text + this.#sample(step.reads)
          if (isEnd(step.state)) return longer
          following.push({ state: step.state, text: longer })
        }
      }
      open = following
    }
    return null
  }

  #sample(reads: bigint): string {
    return this.#positions.samples.find((_, group) => (reads >> BigInt(group)) & 1n) ?? ''
  }
}

type State = readonly number[]
type Step = { readonly state: State; readonly reads: bigint }
