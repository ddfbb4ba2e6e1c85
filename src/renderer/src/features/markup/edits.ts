/**
 * Replaces the characters between `from` and `to`. Multiple edits are in order, do not overlap, and use positions in the
 * original text.
 */
export type Edit = { readonly from: number; readonly to: number; readonly insert: string }

export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { from, to, insert } of edits) {
    pieces.push(text.slice(at, from), insert)
    at = to
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}

/** Returns the edits that revert `edits` and restore `text`. */
export function inverseEdits(text: string, edits: readonly Edit[]): Edit[] {
  let shift = 0
  return edits.map(({ from, to, insert }) => {
    const inverse = { from: from + shift, to: from + shift + insert.length, insert: text.slice(from, to) }
    shift += insert.length - (to - from)
    return inverse
  })
}

/**
 * Returns the smallest single edit from `before` to `after` that does not split a surrogate pair; null for equal texts.
 */
export function editBetween(before: string, after: string, isSame = equalCodes): Edit | null {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && isSame(before.charCodeAt(start), after.charCodeAt(start))) start++
  if (start === before.length && start === after.length) return null
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start--
  let end = 0
  while (
    end < most - start &&
    isSame(before.charCodeAt(before.length - 1 - end), after.charCodeAt(after.length - 1 - end))
  )
    end++
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end--
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

function equalCodes(one: number, other: number): boolean {
  return one === other
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
