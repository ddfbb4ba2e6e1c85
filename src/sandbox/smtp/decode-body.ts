export type BodyEncoding = 'base64' | 'quoted-printable' | '8bit'

const newline = 0x0a
const carriageReturn = 0x0d
const equals = 0x3d
const sextets = new Int8Array(256).fill(-1)
for (const [value, letter] of Buffer.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
).entries()) {
  sextets[letter] = value
}
const nibbles = new Int8Array(256).fill(-1)
for (const letter of '0123456789abcdefABCDEF') nibbles[letter.charCodeAt(0)] = Number.parseInt(letter, 16)

/** Whether the lines can be decoded by themselves, without the lines after them. */
export function isWhole(lines: Buffer, encoding: BodyEncoding): boolean {
  if (lines.at(-1) !== newline) return false
  if (encoding === 'base64') return isWholeBase64(lines)
  return encoding === '8bit' || lines[endOfLine(lines, 0, lines.length - 1) - 1] !== equals
}

function isWholeBase64(lines: Buffer): boolean {
  let letters = 0
  let padding = 0
  for (const byte of lines) {
    if (byte === newline || byte === carriageReturn) continue
    if (byte === equals) padding++
    else if (sextets[byte]! < 0 || padding > 0) return false
    letters++
  }
  return letters % 4 === 0 && padding <= 2
}

/**
 * Decodes the lines in place, because a copy of a 49 MB body would take another 49 MB. All line breaks become line
 * feeds.
 */
export function decodeInPlace(lines: Buffer, encoding: BodyEncoding): Buffer {
  if (encoding === 'base64') return lines.subarray(0, decodeBase64(lines))
  const write = encoding === '8bit' ? copyLine : decodeLine
  let length = 0
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(newline, start)
    length = write(lines, { start, end: endOfLine(lines, start, end), to: length })
    start = end + 1
  }
  return lines.subarray(0, length)
}

/** Returns the end of the line that breaks at `lineBreak`. */
function endOfLine(bytes: Buffer, start: number, lineBreak: number): number {
  let end = lineBreak
  while (end > start && bytes[end - 1] === carriageReturn) end--
  return end
}

type Line = { start: number; end: number; to: number }

function copyLine(bytes: Buffer, { start, end, to }: Line): number {
  bytes.copyWithin(to, start, end)
  const length = to + end - start
  bytes[length] = newline
  return length + 1
}

function decodeLine(bytes: Buffer, { start, end, to }: Line): number {
  const isSoft = end > start && bytes[end - 1] === equals
  const last = isSoft ? end - 1 : end
  let length = to
  for (let at = start; at < last; at++) {
    const byte = bytes[at]!
    const value = byte === equals && at + 2 < last ? valueOf(bytes[at + 1]!, bytes[at + 2]!) : -1
    bytes[length++] = value < 0 ? byte : value
    if (value >= 0) at += 2
  }
  if (!isSoft) bytes[length++] = newline
  return length
}

function valueOf(high: number, low: number): number {
  const [first, second] = [nibbles[high]!, nibbles[low]!]
  return first < 0 || second < 0 ? -1 : first * 16 + second
}

function decodeBase64(bytes: Buffer): number {
  let length = 0
  let bits = 0
  let count = 0
  for (const byte of bytes) {
    const sextet = sextets[byte]!
    if (sextet < 0) continue
    bits = (bits << 6) | sextet
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[length++] = bits >> count
    bits &= (1 << count) - 1
  }
  return length
}
