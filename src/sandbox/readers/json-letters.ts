const backslash = 0x5c
const escapes = new Map(Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))
const plain = new Uint8Array(256)
for (const [letter, meant] of escapes) plain[letter.charCodeAt(0)] = meant.charCodeAt(0)
const hex = new Int8Array(256).fill(-1)
for (const letter of '0123456789abcdefABCDEF') hex[letter.charCodeAt(0)] = Number.parseInt(letter, 16)

/**
 * Decodes a JSON string from the bytes between its quotes, which must be valid UTF-8. Returns undefined if they are not
 * a valid JSON string, so that the JSON parser reports the error.
 */
export function readJsonLetters(letters: Buffer): string | undefined {
  const text = Buffer.allocUnsafeSlow(letters.length)
  let length = 0
  for (let at = 0; at < letters.length;) {
    const byte = letters[at]!
    if (byte < 0x20) return undefined
    if (byte !== backslash) {
      text[length++] = byte
      at++
      continue
    }
    const meant = plain[letters[at + 1]!]!
    if (meant !== 0) {
      text[length++] = meant
      at += 2
      continue
    }
    const code = codeAt(letters, at)
    if (code < 0) return undefined
    // The buffer is large enough, because no character is longer in UTF-8 than its escape.
    length += code < 0x80 ? text.writeUInt8(code, length) - length : text.write(String.fromCodePoint(code), length)
    at += code > 0xffff ? 12 : 6
  }
  const read = text.toString('utf8', 0, length)
  // Frees the buffer, which the garbage collector would otherwise keep alongside everything created from the text.
  text.buffer.transfer(0)
  return read
}

/** Returns the code of a `\uXXXX` escape or a pair of escapes, or -1 if there is none. */
function codeAt(letters: Buffer, at: number): number {
  const code = unitAt(letters, at)
  if (code < 0xd800 || code > 0xdfff) return code
  const second = unitAt(letters, at + 6)
  if (code > 0xdbff || second < 0xdc00 || second > 0xdfff) return -1
  return 0x10000 + (code - 0xd800) * 0x400 + (second - 0xdc00)
}

function unitAt(letters: Buffer, at: number): number {
  if (at + 6 > letters.length || letters[at] !== backslash || letters[at + 1] !== 0x75) return -1
  let code = 0
  for (let digit = at + 2; digit < at + 6; digit++) {
    const value = hex[letters[digit]!]!
    if (value < 0) return -1
    code = code * 16 + value
  }
  return code
}
