import type { DraftPart, DraftPeople, Person } from '#shared/contract/base/draft.ts'

/** Shorter values, such as a single digit, would occur in every file name. */
const shortest = 3

/**
 * Assigns each file to the recipients whose address, or one of their values, is a word in its name: `invoice-4711.pdf` is
 * assigned to the recipient with the value 4711. Files that a recipient already has are left out.
 */
export function filesByName(
  people: DraftPeople,
  parts: readonly DraftPart[],
): { people: DraftPeople; matched: number } {
  const taken = new Set(people.rows.flatMap((person) => person.parts))
  const free = parts.filter(({ id }) => !taken.has(id)).map((part) => ({ id: part.id, words: wordsOf(part.name) }))
  const given = new Map<string, string[]>()
  for (const { id, words } of free) for (const word of words) given.set(word, [...(given.get(word) ?? []), id])
  const matched = new Set<string>()
  const rows = people.rows.map((person) => {
    const own = [...new Set(keysOf(person).flatMap((key) => given.get(key) ?? []))]
    if (own.length === 0) return person
    own.forEach((id) => matched.add(id))
    return { ...person, parts: [...person.parts, ...own].slice(0, 20) }
  })
  return matched.size === 0 ? { people, matched: 0 } : { people: { ...people, rows }, matched: matched.size }
}

function keysOf({ address, values }: Person): string[] {
  return [address, ...values].flatMap((value) => {
    const key = (value ?? '').trim().toLowerCase()
    return key.length >= shortest ? [key] : []
  })
}

/** The complete name without its extension, and its parts between blanks, underscores and dashes. */
function wordsOf(name: string): Set<string> {
  const whole = name.toLowerCase().replace(/\.[^.]{1,10}$/, '')
  const words = [whole, ...whole.split(/[\s_]+/), ...whole.split(/[\s_-]+/)]
  return new Set(words.filter((word) => word.length >= shortest))
}

/** The number of recipients per file. */
export function ownersOf({ rows }: DraftPeople): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { parts } of rows) for (const id of parts) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
