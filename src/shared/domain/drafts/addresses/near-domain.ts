/** The most common mailbox domains: recognised even in an account without a history. */
const usual = ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'googlemail.com', 'proton.me']
/** Real domains that differ from another real domain by a single letter. */
const alsoReal = new Set([
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'hotmail.co.uk',
])
/** In characters. For a shorter name, too many real names differ from it by a single letter. */
const shortest = 6

/** Suggests a known domain for a domain that differs by a single slip: "Did you mean gmail.com?" */
export class NearDomains {
  readonly #known: ReadonlySet<string>
  readonly #seen = new Map<string, string | null>()

  /** `frequent` is sorted with the most frequent domain first. */
  constructor(frequent: readonly string[]) {
    this.#known = new Set([...frequent.map((domain) => domain.toLowerCase()), ...usual])
  }

  /** Returns the domain that was probably meant, or null if the given domain is known or not close to any known one. */
  meant(domain: string): string | null {
    const given = domain.toLowerCase()
    const seen = this.#seen.get(given)
    if (seen !== undefined) return seen
    const found = this.#find(given)
    this.#seen.set(given, found)
    return found
  }

  #find(given: string): string | null {
    if (given.length < shortest || this.#known.has(given) || alsoReal.has(given)) return null
    for (const domain of this.#known) {
      if (domain.length >= shortest && isOneSlip(given, domain) && !isOtherCountry(given, domain)) return domain
    }
    return null
  }
}

/**
 * Whether the words are one edit apart (Damerau-Levenshtein): a letter added, missing, different, or swapped with its
 * neighbour.
 */
export function isOneSlip(given: string, meant: string): boolean {
  const difference = given.length - meant.length
  if (given === meant || Math.abs(difference) > 1) return false
  let at = 0
  while (at < given.length && given[at] === meant[at]) at++
  const rest = (text: string, from: number) => text.slice(from)
  if (difference === 1) return rest(given, at + 1) === rest(meant, at)
  if (difference === -1) return rest(given, at) === rest(meant, at + 1)
  if (rest(given, at + 1) === rest(meant, at + 1)) return true
  const areSwapped = given[at] === meant[at + 1] && given[at + 1] === meant[at]
  return areSwapped && rest(given, at + 2) === rest(meant, at + 2)
}

/** The same name in another country isn’t a slip: `yahoo.be` and `yahoo.de` both exist. */
function isOtherCountry(given: string, meant: string): boolean {
  const [a, b] = [given.lastIndexOf('.'), meant.lastIndexOf('.')]
  return a === b && given.length - a === 3 && meant.length - b === 3 && given.slice(0, a) === meant.slice(0, b)
}
