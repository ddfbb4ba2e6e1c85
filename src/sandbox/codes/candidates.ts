export type CodeCandidate = {
  /** The code as the reader types it, without blanks or hyphens between digits. */
  code: string
  start: number
  end: number
}

const fewest = 4
const most = 10

/** Runs of Latin letters, digits, hyphens and the punctuation used in prices, dates and times. */
const runs = /[-0-9A-Za-z‐‑–.,:/'’_@+]+/g
/**
 * These characters are part of a number only between digits, as in "10:30". Elsewhere, as in "code:482913" or
 * "482913’tür", they end it.
 */
const onlyInNumbers = /(?<!\d)[:'’,+]|[:'’,+](?!\d)/g
const letterOrDigit = /[0-9A-Za-z]/
/** A letter from a script that separates words with spaces: a number directly next to it is part of the word. */
const partOfWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}_]/u
const signsBefore = /[#+@%€$£¥₹₽₺₴₩№§°~^=&?/\\.,:_-]/
const signsAfter = /[%‰€£¥₹₽₺₴₩°@_/\\]/
const currencyAfter =
  /^[ \u00A0\u202F]?(?:[€$£¥₹₽₺₴₩]|(?:eur|usd|gbp|chf|kr|zł|pln|kč|czk|sek|nok|dkk|try|tl|rub|руб|грн|uah|rs|inr|sar|₪|ils|jpy)\b|円|元|원|%)/i
const currencyBefore = /(?:[€$£¥₹₽₺₴₩₪]|\b(?:eur|usd|gbp|chf|kr|pln|czk|sek|nok|dkk|rs|inr|r\$))\.?[ \u00A0\u202F]?$/i
const numberBefore = /(?:№|[#°º]|(?:^|[^\p{L}])(?:no|nr|num|č|nº)\.)[ \u00A0]?$/iu

/** Returns everything that has the form of a code, from left to right. The caller judges by the surrounding words. */
export function candidatesOf(line: string): CodeCandidate[] {
  const found: CodeCandidate[] = []
  const pieces = piecesOf(line)
  for (let at = 0; at < pieces.length; at++) {
    const group = digitGroup(line, pieces, at)
    const last = pieces[at + group - 1]!
    const { start } = pieces[at]!
    const { end } = last
    const code =
      group > 1
        ? pieces
            .slice(at, at + group)
            .map(({ text }) => text)
            .join('')
        : codeOf(pieces[at]!.text)
    if (code !== undefined && standsAlone(line, start, end)) {
      found.push({ code, start, end })
    }
    at += group - 1
  }
  return found
}

type Piece = { text: string; start: number; end: number }

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  for (const { 0: run, index } of line.matchAll(runs)) {
    let start = index
    for (const text of run.split(onlyInNumbers)) {
      let [from, to] = [0, text.length]
      while (from < to && !letterOrDigit.test(text[from]!)) from++
      while (to > from && !letterOrDigit.test(text[to - 1]!)) to--
      if (from < to) pieces.push({ text: text.slice(from, to), start: start + from, end: start + to })
      start += text.length + 1
    }
  }
  return pieces
}

/**
 * Returns how many pieces, separated by blanks, form a single number, as in "123 456". Groups of unequal size are not
 * joined, because phone numbers are written that way.
 */
function digitGroup(line: string, pieces: readonly Piece[], from: number): number {
  const { text } = pieces[from]!
  const size = text.length
  if (size > most / 2 || !isDigits(text) || follows(line, pieces, from)) return 1
  let at = from + 1
  while (follows(line, pieces, at)) {
    if (pieces[at]!.text.length !== size || (at + 1 - from) * size > most) return 1
    at++
  }
  return (at - from) * size < fewest ? 1 : at - from
}

/** Whether the piece and the one before it are numbers separated by a single blank. */
function follows(line: string, pieces: readonly Piece[], at: number): boolean {
  const [previous, piece] = [pieces[at - 1], pieces[at]]
  if (previous === undefined || piece === undefined || piece.start - previous.end !== 1) return false
  return /[ \u00A0\u2002-\u200A\u202F]/.test(line[previous.end]!) && isDigits(previous.text) && isDigits(piece.text)
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Returns the piece as a code if it looks like one. */
function codeOf(text: string): string | undefined {
  const parts = text.split(/[-‐‑–]/)
  if (parts.some((part) => !/^[0-9A-Za-z]+$/.test(part))) return undefined
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length < fewest || length > most) return undefined
  const [first = ''] = parts
  if (parts.length === 1) return /\d/.test(first) && (isDigits(first) || isMixed(first)) ? first : undefined
  const isNumber = parts.every(isDigits)
  const areEqual = parts.every((part) => part.length === first.length)
  // Groups of two digits are a date, and groups of unequal size a phone number.
  if (isNumber) return areEqual && first.length > 2 ? parts.join('') : undefined
  const isPrefixed = parts.length === 2 && /^[A-Z]{1,2}$/.test(first) && /^\d{4,}$/.test(parts[1]!)
  const isUpper = parts.every((part) => /^[0-9A-Z]+$/.test(part))
  return isPrefixed || (isUpper && areEqual && first.length > 2) ? parts.join('-') : undefined
}

/** False for digits with a unit or a one-letter prefix, such as "10min", "2nd" and "h264". */
function isMixed(text: string): boolean {
  return !/^\d+[a-z]+$/.test(text) && !/^[a-z]\d+$/.test(text)
}

/**
 * Whether the text between these positions stands alone: it isn’t part of a word or an address, and it isn’t a price.
 */
function standsAlone(line: string, start: number, end: number): boolean {
  const [before, after] = [line.slice(Math.max(0, start - 1), start), line.slice(end, end + 1)]
  if (partOfWord.test(before) || partOfWord.test(after)) return false
  if ((signsBefore.test(before) && before !== ':' && before !== '=') || signsAfter.test(after)) return false
  const lead = line.slice(Math.max(0, start - 6), start)
  return !currencyBefore.test(lead) && !numberBefore.test(lead) && !currencyAfter.test(line.slice(end, end + 6))
}
