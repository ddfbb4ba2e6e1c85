export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const colon = 0x3a
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d
export const lineFeed = 0x0a

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09
}

/** The last byte before `at` that is not a blank; undefined if there is none. */
export function lastByteBefore(bytes: Uint8Array, at: number): number | undefined {
  let index = at - 1
  while (isSpace(bytes[index])) index -= 1
  return bytes[index]
}

/**
 * A record’s beginning up to its first name, such as `{"id"`. It distinguishes records from the objects inside them.
 */
export function recordHead(bytes: Buffer, start: number): Buffer | null {
  const match = /^\{\s*"[^"\\]{1,200}"/.exec(bytes.toString('latin1', start, start + 256))
  return match ? Buffer.from(match[0], 'latin1') : null
}
