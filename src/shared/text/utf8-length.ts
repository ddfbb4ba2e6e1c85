const ascii = /^[\0-\x7f]*$/

export function utf8Length(text: string): number {
  if (ascii.test(text)) return text.length
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) length += 1
    else if (code < 0x800) length += 2
    // Each half of a surrogate pair counts for two of its four bytes.
    else length += code >= 0xd800 && code <= 0xdfff ? 2 : 3
  }
  return length
}
