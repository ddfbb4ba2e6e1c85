/**
 * Redacts logs. Users attach logs to public reports, so a log must contain neither secrets nor people’s addresses. The
 * shape of an address is kept (`j…@example.com`), so that two lines about the same domain can be compared. Texts come
 * from outside and may have any length, so each character is examined a fixed number of times.
 */
const secretName = /key|secret|token|password|authorization|cookie|hash/i
/** Long runs without spaces; those that mix letters and digits are keys, tokens or hashes. */
const longRun = /[\w-]{24,}/g
// Addresses in any script must be redacted.
const localLetter = /[\p{L}\p{M}\p{N}._%+-]/u
const domainLetter = /[\p{L}\p{M}\p{N}.-]/u
const letter = /\p{L}/u
const letterOrMark = /[\p{L}\p{M}]/u

/** Ids of jobs, accounts and sends. They aren’t secrets, and without them a log cannot be followed. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

export function redactText(text: string): string {
  return withoutPeople(text).replace(longRun, withoutSecret)
}

export function redactDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactValue(details, 0) as Record<string, unknown>
}

/**
 * Examines the text from one @ to the next, including encoded ones. Neither side of an address extends past another @,
 * so no character is examined twice.
 */
function withoutPeople(text: string): string {
  let shown = ''
  let done = 0
  let previous = 0
  for (const { 0: sign, index: at } of text.matchAll(/@|%40/g)) {
    const least = Math.max(done, previous)
    previous = at + sign.length
    let start = at
    while (start > least && localLetter.test(text[start - 1]!)) start--
    const end = endOfDomain(text, previous)
    if (start === at || end === 0) continue
    shown += `${text.slice(done, start + 1)}…${text.slice(at, end)}`
    done = end
  }
  return shown + text.slice(done)
}

/**
 * Where the domain beginning at `start` ends; 0 if no domain begins there. At least two letters follow its last dot,
 * unless the text was cut off there.
 */
function endOfDomain(text: string, start: number): number {
  let end = start
  let found = 0
  let dot = 0
  let letters = 0
  while (end < text.length && domainLetter.test(text[end]!)) {
    if (text[end] === '.' && end > start) {
      dot = end
      letters = 0
    } else if (dot > 0 && letters === end - dot - 1 && letterOrMark.test(text[end]!)) {
      letters++
      if (letters >= 2) found = end + 1
    }
    end++
  }
  return found === 0 && text[end] === '…' ? end : found
}

function withoutSecret(run: string): string {
  if (uuid.test(run)) return run
  let start = 0
  let end = run.length
  while (run[start] === '-') start++
  while (end > start && run[end - 1] === '-') end--
  const mixes = end - start >= 24 && /\d/.test(run) && letter.test(run)
  return mixes ? `${run.slice(0, start)}[secret]${run.slice(end)}` : run
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (depth > 6) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redactValue(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secretName.test(name) && typeof item === 'string' ? '[secret]' : redactValue(item, depth + 1),
    ]),
  )
}
