/** How a list’s lines are compared and joined. */
export type LineKind<Line> = {
  weight(line: Line): number
  join(into: Line, line: Line): void
}

/** Real lists are far shorter. The limit keeps fifty thousand made-up links from filling the memory and the screen. */
const mostLines = 20_000

/** Counted lines by key. Once there are too many, only the largest are kept. */
export class Lines<Line extends object> {
  readonly #kind: LineKind<Line>
  #lines = new Map<string, Line>()
  #dropped = 0

  constructor(kind: LineKind<Line>) {
    this.#kind = kind
  }

  get size(): number {
    return this.#lines.size
  }

  add(key: string, line: Line): void {
    const known = this.#lines.get(key)
    if (known) this.#kind.join(known, line)
    else {
      // A copy, so that the other list’s line stays unchanged.
      this.#lines.set(key, { ...line })
      if (this.#lines.size > mostLines) this.#dropSmallest()
    }
  }

  addAll(other: Lines<Line>): void {
    for (const [key, line] of other.#lines) this.add(key, line)
    this.#dropped += other.#dropped
  }

  /** `more` is exact unless lines were dropped: a line that recurs after being dropped is counted again. */
  largest(limit: number): { values: Line[]; more: number } {
    const sorted = this.#sorted()
    return {
      values: sorted.slice(0, limit).map(([, line]) => line),
      more: Math.max(0, sorted.length - limit) + this.#dropped,
    }
  }

  #sorted(): [key: string, line: Line][] {
    return [...this.#lines].sort(
      ([a, x], [b, y]) => this.#kind.weight(y) - this.#kind.weight(x) || (a < b ? -1 : a > b ? 1 : 0),
    )
  }

  #dropSmallest(): void {
    const kept = this.#sorted().slice(0, mostLines / 2)
    this.#dropped += this.#lines.size - kept.length
    this.#lines = new Map(kept)
  }
}
