/**
 * The number of characters written at a time. V8 allocates much longer strings outside the young generation until that
 * space is full.
 */
const turn = 32_768
/** The maximum number of UTF-8 bytes per UTF-16 code unit; a line break becomes two bytes. */
const mostBytes = 3

/**
 * A text that is written in pieces, and can be written only once. A 49 MB page with a link in every line grows to 110
 * MB, and a string of that size would be in memory several times.
 */
export class LongText {
  readonly #pieces: Iterable<string>

  constructor(pieces: Iterable<string>) {
    this.#pieces = pieces
  }

  /**
   * Each piece is valid only until the next, because all use one buffer: hundreds of separate buffers would accumulate
   * before they are collected.
   */
  *bytes(): Generator<Buffer, void, undefined> {
    const room = Buffer.allocUnsafeSlow(turn * mostBytes)
    for (const text of inTurns(this.#pieces)) yield room.subarray(0, room.write(withCrlf(text)))
  }
}

export function withCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n')
}

const unfinished = /[\r\uD800-\uDBFF]$/

/** Splits text into turns, but never within a line break or a character. */
function* inTurns(pieces: Iterable<string>): Generator<string, void, undefined> {
  let gathered: string[] = []
  let length = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.slice(at, at + turn - length)
      at += part.length
      length += gathered[gathered.push(part) - 1]!.length
      if (length < turn) continue
      const whole = gathered.join('')
      const end = unfinished.test(whole.slice(-1)) ? whole.length - 1 : whole.length
      yield whole.slice(0, end)
      gathered = [whole.slice(end)]
      length = whole.length - end
    }
  }
  yield gathered.join('')
}
