export type SyncOptions = {
  /** How far back to read, in seconds since the epoch; null until the user has chosen. */
  from: number | null
  /** Days that messages are kept; null for ever. */
  keepDays: number | null
  /** Messages of so many days are read again and again, because opens, clicks and bounces come late. */
  windowDays: number
  /** Whether metadata, reasons and single opens are read too: one call for every 500 messages. */
  details: boolean
  /** Calls per minute; null for as fast as the service answers. */
  callsPerMinute: number | null
  /** Milliseconds from one sync to the next, while the app is open. */
  interval: number
  paused: boolean
}

export const defaultSyncOptions: SyncOptions = {
  from: null,
  keepDays: null,
  windowDays: 7,
  details: true,
  callsPerMinute: null,
  interval: 5 * 60_000,
  paused: false,
}

/** What a first sync would mean. */
export type SyncEstimate = {
  /** Null where the service does not count. */
  messages: number | null
  calls: number | null
  /** With the speed that is set. */
  seconds: number | null
  bytes: number | null
}

export type SyncPhase = 'news' | 'history' | 'details'

export type SyncSummary = {
  added: number
  changed: number
  /** Records that could not be read. */
  problems: number
  /** Slices that the service failed on: they stay gaps. */
  failedSlices: number
  pruned: number
}
