/** The extensions of files that users name after a person. */
const fileEndings: ReadonlySet<string> = new Set([
  'csv',
  'eml',
  'gz',
  'html',
  'json',
  'jsonl',
  'pdf',
  'txt',
  'xls',
  'xlsx',
  'zip',
])

/**
 * Replaces an erased person’s address in a text. A longer address that begins or ends with it is kept. A file extension
 * is not part of an address.
 */
export function withoutAddress(text: string, email: string): string {
  const [lower, wanted] = [lowered(text), lowered(email.trim())]
  if (wanted === '') return text
  let rest = ''
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (at < from || isPartOfAddress(lower[at - 1]) || goesOn(lower, end)) continue
    rest += `${text.slice(from, at)}erased`
    from = end
  }
  return rest + text.slice(from)
}

function isPartOfAddress(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}._%+-]/u.test(character)
}

function goesOn(lower: string, end: number): boolean {
  let at = end
  while (lower[at] === '.') {
    const start = at + 1
    at = start
    while (isPartOfAddress(lower[at]) && lower[at] !== '.') at++
    if (!fileEndings.has(lower.slice(start, at))) return at > start
  }
  return isPartOfAddress(lower[at])
}

/** Lower-cases the text without shifting any position: a letter whose lower-case form is longer stays unchanged. */
function lowered(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  }).join('')
}
