/**
 * What may stand in a log that a user attaches to a public report: no secrets, no addresses of people.
 * The shape of an address stays (`j…@example.com`), so that two lines about the same domain can be compared.
 */
const address = /([A-Za-z0-9._%+-])[A-Za-z0-9._%+-]*@([A-Za-z0-9.-]+\.[A-Za-z]{2,})/g
const secretName = /key|secret|token|password|authorization|cookie|hash/i
/** Long runs without spaces that mix letters and digits: keys, tokens, hashes. */
const secretValue = /\b(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{24,}\b/g

/** Names of jobs, accounts and sends: they are no secrets, and without them a log cannot be followed. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

export function redactText(text: string): string {
  return text.replace(address, '$1…@$2').replace(secretValue, (run) => (uuid.test(run) ? run : '[secret]'))
}

export function redactDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactValue(details, 0) as Record<string, unknown>
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
