/** The kinds of entries in the access log: actions in Mailroom, and the owner’s choices about what to log. */
export const accessKinds = [
  'opened',
  'searched',
  'exported',
  'erased',
  'retention',
  'log-none',
  'log-changes',
  'log-all',
] as const

export type AccessKind = (typeof accessKinds)[number]

/**
 * `changes` logs exports, erasures and changes to the retention period; `all` also logs opened messages and searches for a
 * person.
 */
export const accessChoices = ['none', 'changes', 'all'] as const

export type AccessChoice = (typeof accessChoices)[number]

/** The server adds the name of the connected user and the time. */
export type AccessEntry = {
  readonly kind: 'opened' | 'searched' | 'exported' | 'erased' | 'retention'
  /** The address of the person concerned. Only its hash is kept. */
  readonly person?: string | undefined
  readonly messages?: number | undefined
}

/** A limitation that applies whatever the owner chooses to log. */
export const onlyFromMailroom =
  'Only Mailroom adds lines to this log. Other clients of the server, such as psql, add none.'
