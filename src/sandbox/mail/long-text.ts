/** The number of letters written at once. Much longer strings would lie outside the young generation until it is full. */
const turn = 32_768
/** The most bytes that a letter takes in UTF-8; a line break becomes two. */
const mostBytes = 3

/**
 * A text that is written piece by piece, and only once. A page of 49 MB with a link in every line becomes 110 MB, and was
 * in memory several times as one string.
 */
export class LongText {
  readonly #pieces: Iterable<string>

  constructor(pieces: Iterable<string>) {
    this.#pieces = pieces
  }

  /** Each piece is valid until the next: separate buffers would pile up by the hundred before they are collected. */
  *bytes(): Generator<Buffer, void, undefined> {
    const room = Buffer.allocUnsafeSlow(turn * mostBytes)
    for (const text of inTurns(this.#pieces)) yield room.subarray(0, room.write(withCrlf(text)))
  }
}

export function withCrlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n')
}

const unfinished = /[\r\uD800-\uDBFF]$/

/** Cuts neither a line break nor a letter. */
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
