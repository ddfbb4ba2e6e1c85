const linesAtATime = 40

/** Splits a long text into pieces of a few lines without losing a character, so that off-screen pieces need no layout. */
export function textPieces(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (++lines % linesAtATime !== 0) continue
    pieces.push(text.slice(start, at + 1))
    start = at + 1
  }
  if (start < text.length) pieces.push(text.slice(start))
  return pieces
}
