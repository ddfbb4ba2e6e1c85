/** A send that a team’s archive keeps: the shared content once, and each recipient’s own values. */
export type TeamSend = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly content: TeamContent
  readonly to: readonly { readonly address: string; readonly values?: readonly (string | null)[] }[]
}

/** Contains placeholders; `columns` are the names of the values. */
type TeamContent = { readonly text: string; readonly html: string; readonly columns: readonly string[] }

/** A message of a send, before its recipient’s values are filled in. A cc or bcc recipient has no values. */
export type TeamCopy = {
  readonly at: number
  readonly content: TeamContent
  readonly values: readonly (string | null)[] | null
}
