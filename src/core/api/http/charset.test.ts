import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { streamInUtf8 } from './charset.ts'

/** Keeps the parts separate: a socket may merge several writes. */
function read(parts: readonly Uint8Array[], charset: string): Promise<string> {
  return text(streamInUtf8(Readable.from(parts), { 'content-type': `text/plain; charset=${charset}` }, {}))
}

const bytewise = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte))

test.each([
  ['latin1', 'ISO-8859-1', 'Hello, Grüße für ü'],
  ['utf16le', '"utf-16"', 'Hello, Grüße für 𝄞'],
  ['utf16le', 'utf-16', 'Hello'],
  ['utf16le', 'utf-16', '日本'],
  ['utf8', 'ISO-8859-1', 'Hello, Grüße für € 𝄞'],
  ['utf8', 'x-own', 'ü'],
] as const)('a text in %s under the name %s is read byte by byte: %s', async (encoding, charset, letters) => {
  const bytes = Buffer.from(letters, encoding)
  expect(await read(bytewise(bytes), charset)).toBe(letters)
  expect(await read([bytes], charset)).toBe(letters)
})

test('what the first letter decides counts for the rest', async () => {
  const mixed = Buffer.concat([Buffer.from('ü and '), Buffer.of(0xfc)])
  expect(await read(bytewise(mixed), 'ISO-8859-1')).toBe('ü and �')
})

test('a text that ends within a character is read to its end', async () => {
  expect(await read(bytewise(Buffer.from('Gr\xc3', 'latin1')), 'ISO-8859-1')).toBe('GrÃ')
  expect(await read(bytewise(Buffer.of(0x48, 0, 0x69)), 'utf-16')).toBe('H�')
  expect(await read([Buffer.from('a')], 'ISO-8859-1')).toBe('a')
})
