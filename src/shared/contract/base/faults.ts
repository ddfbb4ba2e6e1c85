/** Faults that the sandbox can produce on purpose. The page shows a switch for each fault, with its fields, by group. */
export const faultKinds = [
  { kind: 'delay', group: 'Delays', label: 'Delay the response', fields: ['delayMs'] },
  { kind: 'slow', group: 'Delays', label: 'Send one byte every 10 ms', fields: [] },
  { kind: 'hang', group: 'Delays', label: 'Never respond', fields: [] },
  { kind: 'status', group: 'Failures', label: 'Respond with a status', fields: ['status', 'retryAfter'] },
  { kind: 'redirect', group: 'Failures', label: 'Redirect to another host', fields: ['location'] },
  { kind: 'cut', group: 'Failures', label: 'Drop the connection in the middle of the body', fields: ['afterBytes'] },
  { kind: 'wrong-length', group: 'Broken responses', label: 'Wrong Content-Length', fields: [] },
  { kind: 'malformed', group: 'Broken responses', label: 'Malformed JSON', fields: [] },
  { kind: 'html', group: 'Broken responses', label: 'HTML page with status 200', fields: [] },
  { kind: 'duplicate-keys', group: 'Broken responses', label: 'Duplicate keys', fields: [] },
  { kind: 'nan', group: 'Broken responses', label: 'NaN instead of numbers', fields: [] },
  { kind: 'huge-header', group: 'Oversized responses', label: '32 KB header', fields: [] },
  { kind: 'gzip-bomb', group: 'Oversized responses', label: 'Gzip body that decompresses to 200 MB', fields: [] },
  { kind: 'huge-body', group: 'Oversized responses', label: '1 GB body', fields: [] },
] as const

export type FaultKind = (typeof faultKinds)[number]['kind']

/** The limits of a fault’s numeric fields. The contract builds its schema from them. */
export const faultNumbers = {
  /** The share of matching calls to which the fault applies. It applies to all of them if absent. */
  probability: { min: 0, max: 1, isWhole: false },
  /** The number of calls after which the fault is used up. If absent, it never is. */
  times: { min: 1, max: 1e9, isWhole: true },
  status: { min: 200, max: 599, isWhole: true },
  /** Seconds, sent as `Retry-After`. */
  retryAfter: { min: 0, max: 86_400, isWhole: true },
  delayMs: { min: 0, max: 3_600_000, isWhole: true },
  afterBytes: { min: 0, max: 1e9, isWhole: true },
} as const

/** The maximum lengths of a fault’s text fields. */
export const faultTexts = {
  /** Path below the version segment, with `*` for any characters: `/statistics/*`, `/messages/send`, `*`. */
  path: 2000,
  /** If absent, the fault applies to any method. */
  method: 20,
  location: 2000,
} as const

export type Fault = { kind: FaultKind; path: string } & {
  [Name in Exclude<keyof typeof faultTexts, 'path'>]?: string | undefined
} & { [Name in keyof typeof faultNumbers]?: number | undefined }

export const faultDefaults = { status: 503, delayMs: 2000, afterBytes: 20, location: 'http://192.0.2.1/v1' } as const
