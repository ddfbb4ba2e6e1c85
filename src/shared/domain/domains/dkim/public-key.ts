/** `cut`: the key is shorter than the length it declares. */
export type PublicKey =
  | { readonly kind: 'rsa'; readonly bits: number }
  | { readonly kind: 'ed25519' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'unreadable' }

/** Reads the content of `p=`: the DER form of an RSA key (RFC 8017), or the 32 bytes of an Ed25519 key (RFC 8463). */
export function readPublicKey(base64: string, keyType: string): PublicKey {
  const bytes = bytesOf(base64)
  if (bytes === null) return { kind: 'unreadable' }
  if (keyType === 'ed25519') {
    return bytes.length === 32 ? { kind: 'ed25519' } : { kind: bytes.length < 32 ? 'cut' : 'unreadable' }
  }
  const outer = partAt(bytes, 0, 0x30)
  if (!outer) return { kind: 'unreadable' }
  if (outer.end > bytes.length) return { kind: 'cut' }
  const algorithm = partAt(bytes, outer.start, 0x30)
  const bitString = algorithm && partAt(bytes, algorithm.end, 0x03)
  // A bare RSAPublicKey begins with the modulus; a SubjectPublicKeyInfo contains it inside a bit string.
  const inner = bitString ? partAt(bytes, bitString.start + 1, 0x30) : outer
  const modulus = inner && partAt(bytes, inner.start, 0x02)
  if (!modulus || modulus.end > bytes.length) return { kind: 'unreadable' }
  let first = modulus.start
  while (first < modulus.end && bytes[first] === 0) first++
  const bits = (modulus.end - first) * 8
  return bits === 0 ? { kind: 'unreadable' } : { kind: 'rsa', bits: bits - Math.clz32(bytes[first]!) + 24 }
}

type Part = { readonly start: number; readonly end: number }

function partAt(bytes: Uint8Array, at: number, tag: number): Part | null {
  const [found, first] = [bytes[at], bytes[at + 1]]
  if (found !== tag || first === undefined) return null
  if (first < 0x80) return { start: at + 2, end: at + 2 + first }
  const count = first & 0x7f
  if (count === 0 || count > 3) return null
  let length = 0
  for (let index = 0; index < count; index++) length = length * 256 + (bytes[at + 2 + index] ?? 0)
  return { start: at + 2 + count, end: at + 2 + count + length }
}

/** `atob` is not part of the language itself, but Node, workers and the page have it. */
declare const atob: (base64: string) => string

/** A key that was cut rarely ends with four complete characters, so the last group may be incomplete. */
function bytesOf(base64: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  const whole = base64.replace(/={1,2}$/, '')
  const letters = whole.length % 4 === 1 ? whole.slice(0, -1) : whole
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
}
