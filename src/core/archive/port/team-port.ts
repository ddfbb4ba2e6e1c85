/** A Mailroom that can keep a team’s archive up to date. */
export type Lessee = {
  /** Different for every start of the program. */
  readonly id: string
  /** For the others to read: `Ada’s Mailroom on ada-laptop`. */
  readonly name: string
}

/** The Mailroom that syncs. `since` is in epoch milliseconds by the server’s clock; both are null if there is none. */
export type LeaseState = { readonly mine: boolean; readonly name: string | null; readonly since: number | null }
