import { htmlFinding, type Finding, type Range, type Severity } from './finding.ts'

/** Joins repeated problems into one finding that has all their positions. */
export class Grouped {
  readonly #prefix: string
  readonly #found = new Map<string, { severity: Severity; text: string; ranges: Range[] }>()

  /** The findings’ ids begin with the prefix. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  add(id: string, severity: Severity, range: Range, text: string): void {
    const known = this.#found.get(id)
    if (known) known.ranges.push(range)
    else this.#found.set(id, { severity, text, ranges: [range] })
  }

  findings(): Finding[] {
    return [...this.#found].map(([id, { severity, text, ranges }]) => {
      const often = ranges.length > 1 ? ` (${ranges.length} times)` : ''
      return htmlFinding(`${this.#prefix}-${id}`, severity, ranges, text + often)
    })
  }
}
