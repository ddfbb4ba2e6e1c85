/** Texts shared by many entries, such as domains and reasons, represented by small numbers. */
export class NameList {
  readonly #texts: string[]
  #codes: Map<string, number> | null = null

  constructor(texts: readonly string[] = []) {
    this.#texts = [...texts]
  }

  get count(): number {
    return this.#texts.length
  }

  at(code: number): string {
    return this.#texts[code] ?? ''
  }

  find(text: string): number | undefined {
    this.#codes ??= new Map(this.#texts.map((known, code) => [known, code]))
    return this.#codes.get(text)
  }

  codeOf(text: string): number {
    const known = this.find(text)
    if (known !== undefined) return known
    this.#codes!.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }

  all(): string[] {
    return [...this.#texts]
  }

  /** Whether there are texts that are not used by any of the first `rows` rows. */
  hasMoreThan(codes: Uint32Array, rows: number): boolean {
    const isUsed = new Uint8Array(this.count)
    let left = this.count
    for (let row = 0; row < rows && left > 0; row++) {
      const code = codes[row]!
      if (isUsed[code] === 0) left--
      isUsed[code] = 1
    }
    return left > 0
  }

  /**
   * Returns for each code whether its text is wanted, so that a condition on texts becomes a condition on small
   * numbers.
   */
  marks(isWanted: (text: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#texts, (text) => (isWanted(text) ? 1 : 0))
  }
}

/** A list’s texts that are still in use, with new numbers. */
export class UsedNames {
  readonly texts: string[] = []
  readonly #list: NameList
  readonly #codes: Int32Array

  constructor(list: NameList) {
    this.#list = list
    this.#codes = new Int32Array(list.count).fill(-1)
  }

  codeOf(before: number): number {
    const known = this.#codes[before]!
    return known >= 0 ? known : (this.#codes[before] = this.texts.push(this.#list.at(before)) - 1)
  }
}
