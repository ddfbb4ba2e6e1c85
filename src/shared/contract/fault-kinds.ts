/** Apart from the schemas, so that the page and the sandbox can use them without loading zod. */

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

/** The least and the greatest value of each number of a fault. */
export const faultLimits = {
  probability: { min: 0, max: 1, isWhole: false },
  times: { min: 1, max: 1e9, isWhole: true },
  status: { min: 200, max: 599, isWhole: true },
  /** Seconds. */
  retryAfter: { min: 0, max: 86_400, isWhole: false },
  delayMs: { min: 0, max: 3_600_000, isWhole: false },
  afterBytes: { min: 0, max: 1e9, isWhole: true },
} as const
export type FaultNumber = keyof typeof faultLimits

/** Of a path, or of the address of a redirect. */
export const longestFaultText = 2000

export const faultDefaults = { status: 503, delayMs: 2000, afterBytes: 20, location: 'http://192.0.2.1/v1' } as const
