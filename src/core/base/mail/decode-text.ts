/** Browsers search for the charset within this many bytes. */
const head = 1024
const named = /<meta[^>]{0,300}?charset\s{0,10}=\s{0,10}["']?\s{0,10}([\w:-]{1,40})/i

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark; null if the file is in neither encoding. */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  return decode(bytes, 'utf-8')
}

/** The text of an HTML file, which may also specify its charset; null if it can’t be decoded. */
export function decodeHtml(bytes: Uint8Array): string | null {
  // Many editors save in UTF-8 although the file specifies an older charset. Text in an older charset is rarely valid
  // UTF-8.
  const text = decodeText(bytes)
  if (text !== null) return text
  const [, charset] = named.exec(Buffer.from(bytes.subarray(0, head)).toString('latin1')) ?? []
  return charset === undefined ? null : decode(bytes, charset)
}

function decode(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
