import { expect, it } from 'vitest'
import { judgeDkim } from './judge-dkim.ts'
import { readPublicKey } from './public-key.ts'

async function rsa(modulusLength: number): Promise<string> {
  const publicExponent = Uint8Array.of(1, 0, 1)
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength, publicExponent, hash: 'SHA-256' }
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))))
}
const [long, other, usual, short] = await Promise.all([rsa(2048), rsa(2048), rsa(1024), rsa(512)])
const record = (key: string) => `v=DKIM1; k=rsa; p=${key}`

it('reads the length of a key', () => {
  expect(readPublicKey(long, 'rsa')).toEqual({ kind: 'rsa', bits: 2048 })
  expect(readPublicKey(short, 'rsa')).toEqual({ kind: 'rsa', bits: 512 })
  // Some records contain only the RSAPublicKey part.
  expect(readPublicKey(btoa(atob(usual).slice(22)), 'rsa')).toEqual({ kind: 'rsa', bits: 1024 })
  expect(readPublicKey(btoa('7'.repeat(32)), 'ed25519')).toEqual({ kind: 'ed25519' })
  for (const cut of [100, 254, 255, 256]) expect(readPublicKey(long.slice(0, cut), 'rsa').kind).toBe('cut')
  expect(readPublicKey('not a key', 'rsa').kind).toBe('unreadable')
  expect(readPublicKey('AAAA', 'rsa').kind).toBe('unreadable')
})

const cases: readonly (readonly [string, string[], string | null, boolean, RegExp])[] = [
  ['the right key', [record(long)], record(long), true, /^$/],
  [
    'the right key without a version, with blanks',
    [`p=${long.slice(0, 80)} ${long.slice(80)}`],
    record(long),
    true,
    /^$/,
  ],
  ['a key of 1024 bits', [record(usual)], record(usual), true, /1024 bits\. 2048/],
  ['a cut key', [record(long.slice(0, 230))], record(long), false, /is cut off\. The last 162 of its 392/],
  ['a cut key that nothing is expected of', [record(long.slice(0, 230))], null, false, /is cut/],
  ['a key that is too short', [record(short)], null, false, /512 bits/],
  [
    'a mistyped key',
    [record(long.slice(0, 100) + 'x' + long.slice(102))],
    record(long),
    false,
    /typing error starting at character 101/,
  ],
  ['another key', [record(other)], record(long), false, /typing error|wrong key/],
  ['a key in other case', [record(long.toLowerCase())], record(long), false, /capitalization was changed/],
  ['a key with something behind it', [record(`${long}abc`)], record(long), false, /extra text after the key/],
  ['a revoked key', ['v=DKIM1; p='], record(long), false, /revoked/],
  ['no key', ['v=DKIM1; k=rsa'], record(long), false, /p= is missing/],
  ['two records', [record(long), record(other)], record(long), false, /2 records/],
  [
    'quotation marks',
    [`"v=DKIM1; p=${long.slice(0, 100)}" "${long.slice(100)}"`],
    record(long),
    false,
    /quotation marks/,
  ],
  ['escaped semicolons', [`v=DKIM1\\; p=${long}`], record(long), false, /backslashes/],
  ['another version', [`v=DKIM2; p=${long}`], record(long), false, /v=DKIM2/],
  ['a tag twice', [`v=DKIM1; p=${long}; p=${long}`], record(long), false, /given twice/],
]

it.each(cases)('judges %s', (_, found, expected, isRight, text) => {
  const verdict = judgeDkim(found, expected)
  expect(verdict.isRight).toBe(isRight)
  expect(verdict.findings.map((finding) => finding.text).join(' ')).toMatch(text)
})
