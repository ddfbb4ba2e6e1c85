/** A Mailroom that can keep a team archive in sync. */
export type Lessee = {
  /** Unique to each start of the program. */
  readonly id: string
  /** Shown to the rest of the team, for example `Ada’s Mailroom on ada-laptop`. */
  readonly name: string
}
