import { utf8Length } from './utf8-length.ts'

/** File systems allow 255 bytes, in which a number, an extension and `.part` must also fit. */
export const mostNameBytes = 180

/** Names that Windows reserves for devices, regardless of the text after the first dot. */
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i

/** Control characters, direction marks, lone surrogates, and characters that separate folders or are reserved. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu

/**
 * Makes a file name that every system accepts and that can’t lead out of its folder. Empty if nothing in the text is
 * usable. A long name is shortened before its extension. `ending` is added as the extension. If it is missing, the
 * extension begins at the last dot.
 */
export function safeName(text: string, ending?: string): string {
  const plain = text
    .trim()
    .replace(unsafe, '-')
    .replace(/^[. ]{1,100}/, '')
  const name = ending === undefined ? split(plain) : { stem: plain, ending }
  if (name.stem === '') return ''
  const whole = `${cutToBytes(name.stem, mostNameBytes - utf8Length(name.ending))}${name.ending}`
  const trimmed = whole.trimEnd().replace(/\.$/, '-')
  return device.test(trimmed) ? `_${trimmed}` : trimmed
}

/** Returns the extension in lower case, by which systems choose a program. Empty if there is none. */
export function endingOf(name: string): string {
  return split(name).ending.slice(1).toLowerCase()
}

function split(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.')
  const isEnding = dot > 0 && name.length - dot <= 20
  return isEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' }
}

/** Cuts a text, but never within a character. */
export function cutToBytes(text: string, bytes: number): string {
  let kept = ''
  let used = 0
  for (const letter of text) {
    used += utf8Length(letter)
    if (used > bytes) break
    kept += letter
  }
  return kept
}
