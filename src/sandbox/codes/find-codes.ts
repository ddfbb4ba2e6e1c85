import { backLinks, links, offers, usePurposes, uses } from './code-words.ts'
import { candidatesOf, type CodeCandidate } from './candidates.ts'
import { isPurpose, labelsOf, namesPurpose, type Label } from './labels.ts'

/** Codes appear near the top of a message, so only this many characters of a text are read. */
export const codesWithin = 200_000
const longestLine = 2000
const mostCodes = 20
/** The maximum number of characters between a label and its code. */
const farthest = 100
/** A paragraph longer than this may mention a code, but does not introduce one. */
const longestLead = 200
/** The maximum number of lines between a label and a code on a separate line. */
const mostLinesBetween = 3
/** Leaves room for a heading, a greeting and a few sentences between the subject and a code. */
const mostLinesAfterSubject = 8

type Line = {
  text: string
  /** Computed on first access, because most lines are not near a candidate. */
  readonly labels: readonly Label[]
  candidates: readonly CodeCandidate[]
  /** The candidate, if the line contains nothing else. */
  alone: CodeCandidate | undefined
}

/**
 * Returns the one-time codes in a message, in order. A code is next to words such as "your code is", or alone on a line
 * below such words. Prices, dates and order numbers are recognised by the words next to them. Codes are returned in
 * ASCII digits, without blanks or hyphens between the digits.
 */
export function findCodes({ subject, texts }: { subject: string; texts: readonly string[] }): string[] {
  const found = new Set<string>()
  const top = readLine(asciiDigits(subject.slice(0, longestLine)))
  for (const part of [[top], ...texts.map((text) => [top, ...linesOf(text)])]) {
    for (const code of codesIn(part)) found.add(code)
  }
  return [...found].slice(0, mostCodes)
}

function linesOf(text: string): Line[] {
  const lines = asciiDigits(text.slice(0, codesWithin))
    .split(/\r\n|\r|\n/)
    .flatMap(cut)
  return joinedDigits(lines.filter((line) => line.trim() !== '')).map(readLine)
}

function cut(line: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < line.length; at += longestLine) pieces.push(line.slice(at, at + longestLine))
  return pieces
}

/** Lower-cases without shifting any position: İ is the only letter whose lower-case form is longer. */
function lowered(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

/** Converts all digits to ASCII, because tests compare codes in ASCII. */
function asciiDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - [0xff10, 0x0966, 0x06f0, 0x0660].find((zero) => code >= zero)!)
  })
}

/** Joins the characters of a code that is laid out with one character per table cell. */
function joinedDigits(lines: readonly string[]): string[] {
  const joined: string[] = []
  let cells = 0
  for (const line of lines) {
    const isCell = /^\s?[0-9A-Z]\s?$/.test(line)
    if (isCell && cells > 0) joined.push((joined.pop() ?? '') + line.trim())
    else joined.push(isCell ? line.trim() : line)
    cells = isCell && cells < 10 ? cells + 1 : 0
  }
  return joined
}

function readLine(text: string): Line {
  const candidates = candidatesOf(text)
  let labels: Label[] | undefined
  const [only] = candidates
  const rest = candidates.length === 1 ? text.slice(0, only!.start) + text.slice(only!.end) : text
  return {
    text,
    candidates,
    get labels() {
      return (labels ??= labelsOf(lowered(text)))
    },
    alone: /^[\s*_`"'“”«»「」『』【】[\]()|>:.-]*$/.test(rest) ? only : undefined,
  }
}

function codesIn(lines: readonly Line[]): string[] {
  const found: string[] = []
  let followsCode = false
  for (const [at, line] of lines.entries()) {
    const alone = line.alone
    if (alone === undefined) {
      found.push(...codesBeside(lines, at))
      followsCode = false
    } else if (followsCode || isBelowLabel(lines, at, found.length === 0)) {
      found.push(alone.code)
      followsCode = true
    }
    if (found.length >= mostCodes) break
  }
  return found
}

/**
 * Whether the candidate alone on this line belongs to a label nearby. `isFirst`: no code was found in this text
 * before.
 */
function isBelowLabel(lines: readonly Line[], at: number, isFirst: boolean): boolean {
  const { code } = lines[at]!.alone!
  const [above, ...others] = lines.slice(Math.max(0, at - mostLinesBetween), at).reverse()
  const direct = above && labelIn(above)
  if (direct === 'number' || direct === 'other' || direct === 'thing') return false
  const isLead = above !== undefined && direct !== undefined && above.text.length <= longestLead
  if (isLead) return isUsable(lines, at, { code, kind: direct })
  if (!isFirst || isYear(code)) return false
  for (const other of others) {
    const kind = labelIn(other)
    if (kind === 'code' || kind === 'weak') return isUsable(lines, at, { code, kind })
    if (kind !== undefined) return false
  }
  const below = lines[at + 1] && labelIn(lines[at + 1]!)
  if (below === 'code' || below === 'weak') return isUsable(lines, at, { code, kind: below })
  return at <= mostLinesAfterSubject && labelIn(lines[0]!) === 'code'
}

/** Returns the kind of the line’s last label. A `thing` counts only if the line has no other label. */
function labelIn({ labels }: Line): Label['kind'] | undefined {
  const named = labels.filter(({ kind }) => kind !== 'thing').at(-1)
  return (named ?? labels.at(-1))?.kind
}

/** Returns the codes on a line that also contains other words. */
function codesBeside(lines: readonly Line[], at: number): string[] {
  const line = lines[at]!
  const found: string[] = []
  let taken = 0
  for (const [index, candidate] of line.candidates.entries()) {
    const before = labelBefore(line, candidate, { previous: line.candidates[index - 1]?.end ?? 0, taken })
    const next = line.candidates[index + 1]?.start ?? line.text.length
    const kind = before ?? labelAfter(line, candidate, next) ?? labelOfUse(line, candidate)
    if (kind === undefined || kind === 'blocked' || !isUsable(lines, at, { code: candidate.code, kind })) continue
    found.push(candidate.code)
    taken = candidate.end
  }
  return found
}

type Ends = {
  /** The end of the previous number. */
  previous: number
  /** The end of the previous code. */
  taken: number
}

/**
 * Returns the kind of the label in front of a code, as in "Your code is 482913" or "code: 482913". `blocked`: the label
 * shows that this is not a one-time code.
 */
function labelBefore(
  { text, labels }: Line,
  { code, start }: CodeCandidate,
  { previous, taken }: Ends,
): Label['kind'] | 'blocked' | undefined {
  const near = labels.filter(({ end }) => end <= start && start - end <= farthest).reverse()
  for (const { kind, end } of near) {
    const gap = text.slice(end, start)
    const isDirect = /^[\s"'“”„«»‘’「『【[(*_`|]*$/.test(gap) || (kind === 'code' && isPurpose(gap))
    if (kind === 'thing' || kind === 'number' || kind === 'other') {
      if (isDirect || (kind !== 'thing' && previous <= end)) return 'blocked'
    } else if (taken <= end || /^[\s,;/|]*$/.test(text.slice(taken, start))) {
      if (hasEnd(gap) || !(isDirect || leadsOn(gap) || taken > end)) return undefined
      return isDirect && kind === 'weak' && isYear(code) ? undefined : kind
    }
  }
  return undefined
}

const opening = new Set(' \t\u00A0"\'“”„«»「『【[(*_`')

/** Whether the words between a label and a code lead up to the code. */
function leadsOn(gap: string): boolean {
  let end = gap.length
  while (end > 0 && opening.has(gap[end - 1]!)) end--
  const words = gap.slice(0, end)
  if (/[:：=|>→\-–—はがは是为為는은]$|(?:คือ|เป็น)$/.test(words)) return true
  return links.has(words.toLowerCase().split(/\s+/).at(-1)!)
}

function hasEnd(gap: string): boolean {
  return /[!?;。！？।؟]|\.\s+[^\d\s]/.test(gap)
}

/** Returns the kind of the label after a code, as in "482913 is your code". */
function labelAfter({ text, labels }: Line, { start, end }: CodeCandidate, next: number): Label['kind'] | undefined {
  const label = labels.find((each) => each.start >= end && each.kind !== 'thing')
  if (label === undefined || label.start > next || label.start - end > farthest) return undefined
  const gap = text.slice(end, label.start)
  const sentence = text
    .slice(Math.max(0, start - farthest), start)
    .split(/[.!?:。！？]\s/)
    .at(-1)!
  if (hasEnd(gap) || sentence.trim().split(/\s+/).length > 3) return undefined
  const words = gap.trim().toLowerCase().split(/\s+/)
  const [first = ''] = words
  const isLinked =
    first === '' ||
    backLinks.has(first) ||
    /^[-–—(]/.test(first) ||
    /^["'”»」』】)]?(?:が|は|是|为|為|은|는|이|을|를)/.test(first)
  const isNamed = label.kind === 'code' && words.length <= 2
  return words.length <= 7 && (isLinked || isNamed) && (label.kind === 'code' || label.kind === 'weak')
    ? label.kind
    : undefined
}

/** The number of words after a code that are searched for its purpose. */
const wordsOfUse = 5

/** Returns `weak` for a code that has no label but whose purpose is stated, as in "Use 482913 to sign in". */
function labelOfUse({ text }: Line, { code, start, end }: CodeCandidate): Label['kind'] | undefined {
  const verb = text
    .slice(Math.max(0, start - farthest), start)
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .at(-1)!
  if (!uses.has(verb) || isYear(code)) return undefined
  const [after = ''] = text.slice(end, end + farthest).split(/[.!?,;:]/)
  const [first = '', ...words] = after.trim().toLowerCase().split(/\s+/).slice(0, wordsOfUse)
  return usePurposes.has(first) && namesPurpose(words) ? 'weak' : undefined
}

/** False for a code in an offer, or for one such as SUMMER20: both are vouchers unless their label names a purpose. */
function isUsable(lines: readonly Line[], at: number, { code, kind }: { code: string; kind: Label['kind'] }): boolean {
  if (kind === 'code') return true
  const near = [lines[0]!, ...lines.slice(Math.max(0, at - 2), at + 3)]
  if (near.some(({ text }) => offers.test(lowered(text)))) return false
  return !/^[A-Z]{4,}\d{1,3}$/.test(code)
}

function isYear(code: string): boolean {
  return /^(?:19|20)\d\d$/.test(code)
}
