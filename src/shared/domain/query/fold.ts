import { decomposed } from '../../text/decomposed.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ƒ: 'f',
  ς: 'σ',
}
// eslint-disable-next-line mailroom/linear-regex -- one letter of a class: nothing repeats
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Accents, and Hebrew and Arabic vowel points. Marks in other scripts are kept: in Devanagari or Thai they are vowels, and
 * different words would become equal without them.
 */
const accentRanges = [
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
  [0x591, 0x5bd],
  [0x5bf, 0x5c7],
  [0x64b, 0x65f],
  [0x670, 0x670],
] as const
const range = ([first, last]: readonly [number, number]): string =>
  `${String.fromCharCode(first)}-${String.fromCharCode(last)}`
// eslint-disable-next-line mailroom/linear-regex -- one letter of a class: nothing repeats
const accents = new RegExp(`[${accentRanges.map(range).join('')}]`, 'g')
/**
 * Matches zero-width characters, direction marks, soft hyphens and variation selectors, which nobody types into a
 * search.
 */
const invisible = /\p{Cf}|\p{Variation_Selector}/gu
/** In ASCII, only the capitals change, so lower-casing is enough for most texts. */
const ascii = /^[\0-\x7f]*$/

/**
 * Removes accents and case, so that the index and queries can be compared. Folding a text twice changes nothing more.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  const open = decomposed(decomposed(text).toLowerCase())
  return open
    .replace(accents, '')
    .replace(invisible, '')
    .replace(special, (letter) => plainLetters[letter] ?? letter)
}
