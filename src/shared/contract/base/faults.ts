/** What can go wrong on purpose in the sandbox. The page shows one switch for each kind, with its fields. */
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

/** Numbers of a fault, with their limits. The contract builds its schema from them. */
export const faultNumbers = {
  /** Applies to this share of the matching calls; to all when absent. */
  probability: { min: 0, max: 1, isWhole: false },
  /** Number of calls after which it is used up; unlimited when absent. */
  times: { min: 1, max: 1e9, isWhole: true },
  status: { min: 200, max: 599, isWhole: true },
  /** Seconds, sent as `Retry-After`. */
  retryAfter: { min: 0, max: 86_400, isWhole: true },
  delayMs: { min: 0, max: 3_600_000, isWhole: true },
  afterBytes: { min: 0, max: 1e9, isWhole: true },
} as const

/** Texts of a fault, with their maximum length. */
export const faultTexts = {
  /** Path below the version segment, with `*` for any characters: `/statistics/*`, `/messages/send`, `*`. */
  path: 2000,
  /** Any method when absent. */
  method: 20,
  location: 2000,
} as const

export type Fault = { kind: FaultKind; path: string } & {
  [Name in Exclude<keyof typeof faultTexts, 'path'>]?: string | undefined
} & { [Name in keyof typeof faultNumbers]?: number | undefined }

export const faultDefaults = { status: 503, delayMs: 2000, afterBytes: 20, location: 'http://192.0.2.1/v1' } as const
