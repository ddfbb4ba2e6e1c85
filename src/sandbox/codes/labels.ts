import {
  bookings,
  compoundHeads,
  compoundNumbers,
  confirmations,
  heads,
  once,
  numberWords,
  otherPurposes,
  particles,
  passwords,
  purposes,
  thingsWithNumbers,
  wordsInRuns,
} from './code-words.ts'

export type Label = {
  start: number
  end: number
  /**
   * `code`: a code and its purpose. `weak`: a code without a purpose. `other`: a code that is not for one-time use.
   * `number`: any other number. `thing`: something that has a number, such as an order.
   */
  kind: 'code' | 'weak' | 'other' | 'number' | 'thing'
}

type Word = { text: string; start: number; end: number }

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu
/** The characters allowed between two words of one name. */
const joint = /^[ \u00A0'’"“”«»()[\]/&+-]*$/
/** The number of words on each side of a head that can name its purpose. */
const reach = 3

/** Finds the words in a lower-case line that say what kind of number is near them. */
export function labelsOf(line: string): Label[] {
  const words = Array.from(line.matchAll(wordPattern), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }))
  const labels: Label[] = []
  for (const [index, word] of words.entries()) {
    const kind = kindOf(line, words, index)
    if (kind !== undefined) labels.push({ start: word.start, end: word.end, kind })
  }
  for (const { 0: text, index, groups } of line.matchAll(wordsInRuns)) {
    const kind = groups?.['not'] === undefined ? (groups?.['code'] === undefined ? 'weak' : 'code') : 'other'
    labels.push({ start: index, end: index + text.length, kind })
  }
  return labels.sort((one, other) => one.start - other.start)
}

function kindOf(line: string, words: readonly Word[], index: number): Label['kind'] | undefined {
  const { text } = words[index]!
  if (/^\d/.test(text)) return undefined
  const isHead = heads.has(text)
  const end = isHead ? undefined : compoundHeads.find((head) => text.length > head.length && text.endsWith(head))
  if (end !== undefined) return kindOfCompound(text.slice(0, -end.length), passwords.has(end))
  if (!isHead) return kindOfName(line, words, index)
  const others = [...around(line, words, index, -1), ...around(line, words, index, 1)]
  const isPassword = passwords.has(text)
  const named = others.filter((other) => startsWithAny(other, purposes))
  if (named.length > 0) {
    if (isPassword) return isOnce(others) ? 'code' : undefined
    const isBooking = others.some((other) => startsWithAny(other, bookings))
    return isBooking && named.every((other) => startsWithAny(other, confirmations)) ? 'other' : 'code'
  }
  if (isPassword) return undefined
  if (isOther(line, words, index)) return 'other'
  return text === 'otp' || text === 'ओटीपी' || text === 'totp' || text === 'mtan' ? 'code' : 'weak'
}

/**
 * Returns the kind of a compound such as "Bestätigungscode" or "rabattkod", which depends on the part before its head.
 * An unknown purpose counts as `weak`, unless the head is a word for a password.
 */
function kindOfCompound(purpose: string, isPassword: boolean): Label['kind'] | undefined {
  if (startsWithAny(purpose, isPassword ? once : purposes)) return 'code'
  if (startsWithAny(purpose, otherPurposes)) return 'other'
  return isPassword || purpose.length < 3 || purpose === 'uni' ? undefined : 'weak'
}

function isOnce(words: readonly string[]): boolean {
  return words.some((word) => startsWithAny(word, once))
}

/** Only the words directly next to a code word can give it a purpose other than one-time use. */
function isOther(line: string, words: readonly Word[], index: number): boolean {
  const near = [around(line, words, index, -1)[0], around(line, words, index, 1)[0]]
  return near.some((word) => word !== undefined && startsWithAny(word, otherPurposes))
}

/** Handles names such as "verification number", which is a code, and "order number", which is not. */
function kindOfName(line: string, words: readonly Word[], index: number): Label['kind'] | undefined {
  const { text } = words[index]!
  if (!startsWithAny(text, numberWords) && !compoundNumbers.some((ending) => text.endsWith(ending))) {
    return startsWithAny(text, thingsWithNumbers) ? 'thing' : undefined
  }
  const near = [around(line, words, index, -1)[0], around(line, words, index, 1)[0]]
  const isCode = (word: string | undefined) =>
    word !== undefined && startsWithAny(word, purposes) && !startsWithAny(word, confirmations)
  return near.some(isCode) ? 'code' : 'number'
}

/**
 * Returns the words on one side of a word, nearest first. Particles are skipped, and a character that separates names
 * ends the list.
 */
function around(line: string, words: readonly Word[], index: number, step: 1 | -1): string[] {
  const found: string[] = []
  for (let at = index + step; found.length < reach && words[at] !== undefined; at += step) {
    const [left, right] = step === 1 ? [words[at - 1]!, words[at]!] : [words[at]!, words[at + 1]!]
    if (!joint.test(line.slice(left.end, Math.min(right.start, left.end + 8)))) break
    if (!particles.has(words[at]!.text)) found.push(words[at]!.text)
  }
  return found
}

/** Whether a text contains only the purpose of the code word that precedes it, as in "código de verificación". */
export function isPurpose(text: string): boolean {
  const words = lowerWords(text)
  return words.length > 0 && words.every((word) => particles.has(word) || startsWithAny(word, purposes))
}

/** Whether any of the words, which must be in lower case, names the purpose of a code. */
export function namesPurpose(words: readonly string[]): boolean {
  return words.some((word, at) => startsWithAny(word, purposes) || (word === 'log' && words[at + 1] === 'in'))
}

function lowerWords(text: string): string[] {
  return /^[\p{L}\p{M} \u00A0]+$/u.test(text) ? text.trim().toLowerCase().split(/\s+/) : []
}

/** A short stem must match the whole word, so that "bar" does not match "barely". */
function startsWithAny(word: string, stems: readonly string[]): boolean {
  return stems.some((stem) => (stem.length > 3 ? word.startsWith(stem) : word === stem))
}
