/** Texts that many entries share, such as domains and reasons, as small numbers. */
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

  /** For each code, whether its text is one of those wanted: a condition on a text becomes one on small numbers. */
  marks(isWanted: (text: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#texts, (text) => (isWanted(text) ? 1 : 0))
  }
}
