/** A Mailroom that can keep a team archive up to date. */
export type Lessee = {
  /** Different for every start of the program. */
  readonly id: string
  /** For the others to read: `Ada’s Mailroom on ada-laptop`. */
  readonly name: string
}
