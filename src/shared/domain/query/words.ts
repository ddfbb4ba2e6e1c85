import { longestWord } from '../../contract/base/search-limits.ts'
import { fold } from './fold.ts'

const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}'
/**
 * One word of a folded text: a single character of a script without spaces, so that a phrase finds any part of it; a run of
 * letters and digits; or a single symbol beyond ASCII, so that an emoji can be searched.
 */
// eslint-disable-next-line mailroom/linear-regex -- each run begins where the one before ended, and nothing must follow it
const word = new RegExp(`[${unspaced}]\\p{M}*|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+|(?![\\0-\\x7f])\\p{S}`, 'gu')
const asciiWord = /[a-z0-9]+/g
const ascii = /^[\0-\x7f]*$/

export function words(text: string): string[] {
  return foldedWords(fold(text))
}

export function foldedWords(folded: string): string[] {
  const found: string[] = folded.match(ascii.test(folded) ? asciiWord : word) ?? []
  for (let at = 0; at < found.length; at++) {
    if (found[at]!.length > longestWord) found[at] = found[at]!.slice(0, longestWord)
  }
  return found
}
