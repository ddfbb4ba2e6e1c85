import { AST, RegExpParser } from '@eslint-community/regexpp'

/** A path to a position or past a part of the pattern, with its conditions. */
type Way = {
  /** Crosses `^`, so it is possible only at the first character. */
  readonly start: boolean
  /** Crosses something that can fail without reading a character: `$`, `\b`, a look-around. */
  readonly refuses: boolean
}
type WayTo = Way & { readonly position: number }
type Part = { readonly first: readonly WayTo[]; readonly last: readonly WayTo[]; readonly empty: readonly Way[] }

/** A pattern as an automaton: a position for each character it reads, and all paths from one position to the next. */
export type Positions = {
  /** For each position, the characters it reads, as a bit set of the groups of `samples`. */
  readonly reads: readonly bigint[]
  /** One character for each group of characters that the pattern treats alike. */
  readonly samples: readonly string[]
  /** Where the pattern begins, and whether only at the start of the text. */
  readonly first: readonly { position: number; start: boolean }[]
  /** For each position, the next ones. A position that can be reached in two ways is listed twice. */
  readonly next: readonly (readonly number[])[]
  /** Positions after which the pattern has matched, regardless of the following text. */
  readonly matches: ReadonlySet<number>
  /** Unbounded repetitions inside a look-behind, which are read again at every character. */
  readonly lookBehinds: readonly string[]
}

/**
 * From this count on, a bounded repetition costs as much as an unbounded one: `{0,2000}` at each of a million
 * characters takes minutes.
 */
const openFrom = 1000
/** Copies of a repeated part. A few copies have the same overlaps between neighbours as hundreds. */
const mostRequired = 32
const mostOptional = 2

const plain: Way = { start: false, refuses: false }
const refusal: Way = { start: false, refuses: true }
const nothing: Part = { first: [], last: [], empty: [plain] }

export function readPositions(source: string, flags: string): Positions {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  return new Builder(pattern, flags).positions()
}

class Builder {
  readonly #whole: Part
  readonly #flags: string
  readonly #atoms: string[] = []
  readonly #next: number[][] = []
  readonly #lookBehinds: string[] = []
  readonly #characters: Set<string>

  constructor(pattern: AST.Pattern, flags: string) {
    this.#flags = flags.replace(/[gymd]/g, '')
    this.#characters = new Set(commonCharacters)
    for (const character of pattern.raw) this.#characters.add(character)
    this.#whole = this.#alternatives(pattern.alternatives)
  }

  positions(): Positions {
    const { reads, samples } = groupCharacters(this.#atoms, [...this.#characters], this.#flags)
    return {
      reads,
      samples,
      first: this.#whole.first,
      next: this.#next,
      matches: new Set(this.#whole.last.filter((way) => !way.refuses).map(({ position }) => position)),
      lookBehinds: this.#lookBehinds,
    }
  }

  #alternatives(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map(({ elements }) =>
      elements.reduce((before, element) => this.#follow(before, this.#element(element)), nothing),
    )
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      empty: distinct(parts.flatMap(({ empty }) => empty)),
    }
  }

  #element(element: AST.Element): Part {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.#alternatives(element.alternatives)
      case 'Quantifier':
        return this.#repeat(element)
      case 'Assertion':
        return this.#assertion(element)
      case 'Backreference':
        return { first: [], last: [], empty: [refusal] }
      case 'Character':
        this.#characters.add(String.fromCodePoint(element.value))
        return this.#atom(element.raw)
      default:
        return this.#atom(element.raw)
    }
  }

  #atom(raw: string): Part {
    const position = this.#atoms.push(raw) - 1
    this.#next.push([])
    return { first: [{ ...plain, position }], last: [{ ...plain, position }], empty: [] }
  }

  #assertion(assertion: AST.Assertion): Part {
    if (assertion.kind === 'start') return { first: [], last: [], empty: [{ start: true, refuses: true }] }
    if (assertion.kind === 'lookahead') {
      // The text of a look-ahead is read again after it, so there is a path in and none out.
      return { first: this.#alternatives(assertion.alternatives).first, last: [], empty: [refusal] }
    }
    if (assertion.kind === 'lookbehind' && holdsOpenRepetition(assertion.alternatives)) {
      this.#lookBehinds.push(assertion.raw)
    }
    return { first: [], last: [], empty: [refusal] }
  }

  #repeat({ element, min, max: given }: AST.Quantifier): Part {
    const max = given > openFrom ? Infinity : given
    if (max === 0) return nothing
    const required = Math.min(min, mostRequired)
    const copies = max === Infinity ? Math.max(required, 1) : Math.min(max, required + mostOptional)
    let whole = nothing
    for (let copy = copies - 1; copy >= 0; copy--) {
      let part = this.#element(element)
      if (max === Infinity && copy === copies - 1) {
        this.#connect(part.last, part.first)
      }
      part = this.#follow(part, whole)
      whole = copy < required ? part : { ...part, empty: distinct([plain, ...part.empty]) }
    }
    return whole
  }

  #follow(before: Part, after: Part): Part {
    this.#connect(before.last, after.first)
    return {
      first: [...before.first, ...past(before.empty, after.first)],
      last: [...past(after.empty, before.last), ...after.last],
      empty: distinct(before.empty.flatMap((left) => after.empty.map((right) => joined(left, right)))),
    }
  }

  /** `^` cannot hold between two characters, except in multiline mode. */
  #connect(from: readonly WayTo[], to: readonly WayTo[]): void {
    for (const left of from) {
      for (const right of to) {
        if (!left.start && !right.start) this.#next[left.position]!.push(right.position)
      }
    }
  }
}

function past(ways: readonly Way[], to: readonly WayTo[]): WayTo[] {
  return to.flatMap((way) => ways.map((crossed) => ({ ...joined(crossed, way), position: way.position })))
}

function joined(left: Way, right: Way): Way {
  return { start: left.start || right.start, refuses: left.refuses || right.refuses }
}

/** Two equal empty paths count as one, because a choice between them reads nothing. */
function distinct(ways: readonly Way[]): Way[] {
  return ways.filter(
    (way, index) => ways.findIndex((other) => other.start === way.start && other.refuses === way.refuses) === index,
  )
}

function holdsOpenRepetition(alternatives: readonly AST.Alternative[]): boolean {
  return alternatives.some(({ elements }) =>
    elements.some((element) => {
      if (element.type === 'Quantifier') return element.max > openFrom || holdsOpenRepetition([alternativeOf(element)])
      return 'alternatives' in element && holdsOpenRepetition(element.alternatives)
    }),
  )
}

function alternativeOf({ element }: AST.Quantifier): AST.Alternative {
  return { elements: [element] } as unknown as AST.Alternative
}

/** Characters that classes distinguish: Latin, and one for each of \s, \p{…} and the surrogates. */
const commonCharacters = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)),
  ...'\u0301\u200b\u2028\ufe0f\ufeff\u0661\u3042\u4e00\uac00😀𐐀',
  '\ud800',
]

/**
 * The regex engine itself determines which characters an atom reads. Characters that no atom distinguishes are one
 * group.
 */
function groupCharacters(atoms: readonly string[], characters: readonly string[], flags: string) {
  const tests = atoms.map((raw) => new RegExp(`^(?:${raw})$`, flags))
  const groups = new Map<string, { sample: string; read: number[] }>()
  for (const sample of characters) {
    const read = tests.flatMap((test, index) => (test.test(sample) ? [index] : []))
    const name = read.join()
    const known = groups.get(name)
    // In a message, a letter is clearer than a control character.
    if (!known || rank(sample) < rank(known.sample)) groups.set(name, { sample, read })
  }
  const samples = [...groups.values()].toSorted((left, right) => rank(left.sample) - rank(right.sample))
  const reads = atoms.map(() => 0n)
  samples.forEach(({ read }, group) => {
    for (const atom of read) reads[atom]! |= 1n << BigInt(group)
  })
  return { reads, samples: samples.map(({ sample }) => sample) }
}

function rank(character: string): number {
  if (/[a-z]/.test(character)) return 0
  return /[!-~]/.test(character) ? 1 : character === ' ' ? 2 : 3
}
