/** Writes DER, the encoding of certificates (X.690): each value is its tag, its length and its bytes. */

function encoded(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  const digits = base256(length)
  return Buffer.of(0x80 | digits.length, ...digits)
}

/** Returns the digits of a number, most significant first. */
function base256(value: number): number[] {
  const digits: number[] = []
  for (let left = value; left > 0; left = Math.floor(left / 256)) digits.unshift(left % 256)
  return digits
}

export function sequence(...items: readonly Uint8Array[]): Buffer {
  return encoded(0x30, ...items)
}

export function setOf(item: Uint8Array): Buffer {
  return encoded(0x31, item)
}

/**
 * Encodes a non-negative integer. If its first bit is set, a zero byte is inserted before it, because that bit would be
 * the sign.
 */
export function unsigned(bytes: Uint8Array): Buffer {
  const firstUsed = bytes.findIndex((byte) => byte !== 0)
  const digits = firstUsed < 0 ? Buffer.of(0) : bytes.subarray(firstUsed)
  return digits[0]! >= 0x80 ? encoded(0x02, Buffer.of(0), digits) : encoded(0x02, digits)
}

export const trueValue = encoded(0x01, Buffer.of(0xff))

/** Encodes an object identifier such as `1.2.840.10045.4.3.2`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return encoded(0x06, Buffer.from([first * 40 + second, ...others].flatMap(base128)))
}

/** All bytes except the last have their highest bit set. */
function base128(value: number): number[] {
  const digits = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80)
  return digits
}

export function octets(bytes: Uint8Array): Buffer {
  return encoded(0x04, bytes)
}

export function utf8(text: string): Buffer {
  return encoded(0x0c, Buffer.from(text))
}

/** Encodes a bit string. The last `unused` bits of the last byte do not count. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return encoded(0x03, Buffer.of(unused), bytes)
}

/** Years before 2050 are written with two digits, later ones with four. */
export function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\.\d+|[-:T]/g, '')
  return Number(digits.slice(0, 4)) < 2050
    ? encoded(0x17, Buffer.from(digits.slice(2)))
    : encoded(0x18, Buffer.from(digits))
}

/** Encodes a value with an explicit tag in front, such as `[3]` for the extensions. */
export function tagged(number: number, content: Uint8Array): Buffer {
  return encoded(0xa0 | number, content)
}

/** Encodes text or bytes with this tag instead of their usual one. */
export function taggedBytes(number: number, content: Uint8Array): Buffer {
  return encoded(0x80 | number, content)
}
