/** One entry in a line: the text outside its brackets, and the text inside them. */
export type Piece = {
  /** Including quotes, but without comments. */
  readonly text: string
  /** The text between `<` and `>`; null without them. */
  readonly angle: string | null
  /** The text between `(` and `)`; empty without them. */
  readonly comment: string
  /** The character that ended the entry; empty at the end of the line and after a `>`. */
  readonly end: '' | ',' | ';' | '\t'
}

const special = /[",;<(\t]/g

/**
 * Splits a line at commas, semicolons and tabs outside quotes, comments and angle brackets. A quote or bracket that is
 * never closed is an ordinary character. The search for its end runs only once per kind, so the time is linear.
 */
export function scanLine(line: string): Piece[] {
  return new LineScan(line).pieces()
}

class LineScan {
  readonly #line: string
  readonly #pieces: Piece[] = []
  readonly #unclosed = new Set<string>()
  #at = 0
  #text = ''
  #angle: string | null = null
  #comment = ''

  constructor(line: string) {
    this.#line = line
  }

  pieces(): Piece[] {
    while (this.#at < this.#line.length) {
      special.lastIndex = this.#at
      const next = special.exec(this.#line)?.index ?? this.#line.length
      this.#take(this.#line.slice(this.#at, next))
      this.#at = next
      if (next < this.#line.length) this.#step(this.#line[next]!)
    }
    this.#finish('')
    return this.#pieces
  }

  /** A second address begins after the first one’s brackets, even without a separator. */
  #take(text: string): void {
    if (this.#angle !== null && text.trim() !== '') this.#finish('')
    this.#text += text
  }

  #step(sign: string): void {
    if (sign === ',' || sign === ';' || sign === '\t') {
      this.#at++
      this.#finish(sign)
      return
    }
    const close = this.#closeOf(sign)
    if (close === -1) {
      this.#take(sign)
      this.#at++
      return
    }
    const inside = this.#line.slice(this.#at + 1, close)
    if (sign === '"') this.#take(`"${inside}"`)
    else if (sign === '(') this.#comment = `${this.#comment} ${inside}`.trim()
    else {
      if (this.#angle !== null) this.#finish('')
      this.#angle = inside.trim()
    }
    this.#at = close + 1
  }

  /**
   * Returns the position at which the quote or bracket here ends, or -1 if there is none here or it isn’t closed in
   * this line.
   */
  #closeOf(sign: string): number {
    if ((sign !== '"' && sign !== '<' && sign !== '(') || this.#unclosed.has(sign)) return -1
    const from = this.#at + 1
    const close =
      sign === '<'
        ? this.#line.indexOf('>', from)
        : sign === '"'
          ? quoteEnd(this.#line, from)
          : commentEnd(this.#line, from)
    if (close === -1) this.#unclosed.add(sign)
    return close
  }

  #finish(end: Piece['end']): void {
    const text = this.#text.trim()
    if (text !== '' || this.#angle !== null || this.#comment !== '' || end === '\t') {
      this.#pieces.push({ text, angle: this.#angle, comment: this.#comment, end })
    }
    this.#text = ''
    this.#angle = null
    this.#comment = ''
  }
}

function quoteEnd(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '"') return at
  }
  return -1
}

/** Comments may be nested. */
function commentEnd(line: string, from: number): number {
  let depth = 1
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '(') depth++
    else if (line[at] === ')' && --depth === 0) return at
  }
  return -1
}
