/** A send that a team archive keeps: the shared content once, and each recipient’s own values. */
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

/** Copies of sends for all people of a team. An archive of version 1 keeps none. */
export type TeamSends = {
  /** A sentence with what the archive lacks; null if it keeps copies. */
  missing(): Promise<string | null>
  /** Leaves out erased recipients. A send that is already stored keeps its first content. */
  keepSent(send: string, kept: TeamSend): Promise<boolean>
  removeSent(send: string): Promise<void>
  /** `before` is in epoch milliseconds. */
  pruneSent(before: number): Promise<void>
  sentCopy(send: string, recipient: string): Promise<TeamCopy | null>
}
