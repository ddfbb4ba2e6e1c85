/** What the sandbox can be told to do wrong. The page shows one switch per kind, with the fields it names. */
export const faultKinds = [
  { kind: 'status', label: 'Answer with a status', fields: ['status', 'retryAfter'] },
  { kind: 'delay', label: 'Answer late', fields: ['delayMs'] },
  { kind: 'hang', label: 'Never answer', fields: [] },
  { kind: 'cut', label: 'Break the connection inside the body', fields: ['afterBytes'] },
  { kind: 'slow', label: 'Send one byte every 10 ms', fields: [] },
  { kind: 'wrong-length', label: 'Announce a longer body than is sent', fields: [] },
  { kind: 'gzip-bomb', label: 'Send a gzip body that unpacks to 200 MB', fields: [] },
  { kind: 'malformed', label: 'Send malformed JSON', fields: [] },
  { kind: 'html', label: 'Send an HTML page with status 200', fields: [] },
  { kind: 'huge-header', label: 'Send a header of 32 KB', fields: [] },
  { kind: 'duplicate-keys', label: 'Write every key of the answer twice', fields: [] },
  { kind: 'nan', label: 'Write NaN in place of numbers', fields: [] },
  { kind: 'huge-body', label: 'Send a body of 1 GB', fields: [] },
  { kind: 'redirect', label: 'Redirect to another host', fields: ['location'] },
] as const

export type FaultKind = (typeof faultKinds)[number]['kind']

export type Fault = {
  kind: FaultKind
  /** Path below the version segment, `*` for any run of characters: `/statistics/*`, `/messages/send`, `*`. */
  path: string
  /** Any method when absent. */
  method?: string
  /** 0 to 1; always when absent. */
  probability?: number
  /** How many calls it strikes before it is spent; no end when absent. */
  times?: number
  status?: number
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
  delayMs?: number
  afterBytes?: number
  location?: string
}

export const faultDefaults = { status: 503, delayMs: 2000, afterBytes: 20, location: 'http://192.0.2.1/v1' } as const

const kinds = new Set<string>(faultKinds.map((entry) => entry.kind))
const numberLimits: readonly (readonly [keyof Fault, number, number])[] = [
  ['probability', 0, 1],
  ['times', 1, 1e9],
  ['status', 200, 599],
  ['retryAfter', 0, 86_400],
  ['delayMs', 0, 3_600_000],
  ['afterBytes', 0, 1e9],
]

/** Reads one fault from untrusted JSON; the sentence says what is wrong with it. */
export function readFault(value: unknown): { fault: Fault } | { error: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: 'A fault is an object.' }
  const given = value as Record<string, unknown>
  if (typeof given.kind !== 'string' || !kinds.has(given.kind)) {
    return { error: `"kind" is one of ${[...kinds].join(', ')}.` }
  }
  const fault: Fault = { kind: given.kind as FaultKind, path: '*' }
  for (const name of ['path', 'method', 'location'] as const) {
    const text = given[name] ?? undefined
    if (text === undefined) continue
    if (typeof text !== 'string' || text === '' || text.length > 2000 || /[\r\n]/.test(text)) {
      return { error: `"${name}" is a text on one line.` }
    }
    fault[name] = text
  }
  for (const [name, low, high] of numberLimits) {
    const number = given[name] ?? undefined
    if (number === undefined) continue
    if (typeof number !== 'number' || !(number >= low && number <= high)) {
      return { error: `"${name}" is a number from ${low} to ${high}.` }
    }
    Object.assign(fault, { [name]: number })
  }
  return { fault }
}

/** A pattern of literal runs and `*`; matched by hand, so that no pattern can be slow. */
export function matchesPath(pattern: string, path: string): boolean {
  const runs = pattern.split('*')
  if (runs.length === 1) return pattern === path
  const first = runs[0] ?? ''
  const last = runs[runs.length - 1] ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const run of runs.slice(1, -1)) {
    const found = path.indexOf(run, at)
    if (found < 0) return false
    at = found + run.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}
