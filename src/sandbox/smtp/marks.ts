import type { LargeBody } from './large-bodies.ts'

/** A text, or the index of the body that a marker represents. */
export type Piece = string | number

/**
 * Characters that decoding, a charset or flowed text would change: a quoted-printable escape, blanks around a line
 * break, and every byte beyond ASCII.
 */
const signs = Buffer.concat([
  Buffer.from('=41 \n '),
  Buffer.from(Uint8Array.from({ length: 128 }, (_, index) => 128 + index)),
])

/** An email’s markers. Senders cannot forge a marker, because its id is created for this email. */
export class Marks {
  readonly #id: string
  readonly #bodies: readonly LargeBody[]

  constructor(id: string, bodies: readonly LargeBody[]) {
    this.#id = id
    this.#bodies = bodies
  }

  /**
   * Returns the marker’s bytes. Their number is a multiple of three, so that base64 needs no padding before the text
   * that follows.
   */
  bytes(index: number): Buffer {
    const bytes = Buffer.concat([Buffer.from(`${this.#id}:${index}:`), signs])
    return Buffer.concat([bytes, Buffer.alloc(3 - (bytes.length % 3), ';')])
  }

  /**
   * Splits a text at its markers. Returns undefined if the id occurs outside a marker, or if a marker shares a line
   * with other text.
   */
  split(source: string, kind: 'text' | 'file'): Piece[] | undefined {
    const pieces: Piece[] = []
    let read = 0
    for (let at = source.indexOf(this.#id); at >= 0; at = source.indexOf(this.#id, read)) {
      const index = Number.parseInt(source.slice(at + this.#id.length + 1, at + this.#id.length + 9), 10)
      const mark = this.#decoded(index, kind)
      if (mark === undefined || !source.startsWith(mark, at)) return undefined
      const end = at + mark.length
      const isApart =
        (at === 0 || source[at - 1] === '\n') &&
        (end === source.length || source.slice(end - 1, end + 1).includes('\n'))
      if (!isApart) return undefined
      pieces.push(source.slice(read, at), index)
      read = end
    }
    return [...pieces, source.slice(read)].filter((piece) => piece !== '')
  }

  #decoded(index: number, kind: 'text' | 'file'): string | undefined {
    const body = this.#bodies[index]
    if (body === undefined) return undefined
    const lineBreak = body.encoding === 'base64' ? '' : '\n'
    if (kind === 'file') return this.bytes(index).toString('latin1') + lineBreak
    if (body.charset === undefined) return undefined
    return new TextDecoder(body.charset).decode(this.bytes(index)) + lineBreak
  }
}
