/** A send as stored in a team archive. The shared content is stored once, the values separately for each recipient. */
export type TeamSend = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly content: TeamContent
  readonly to: readonly { readonly address: string; readonly values?: readonly (string | null)[] }[]
}

/** `text` and `html` contain placeholders; `columns` contains the names of their values. */
type TeamContent = { readonly text: string; readonly html: string; readonly columns: readonly string[] }

/** One recipient’s message before the values are filled in. A cc or bcc recipient has no values. */
export type TeamCopy = {
  readonly at: number
  readonly content: TeamContent
  readonly values: readonly (string | null)[] | null
}

/** Copies of sent messages, shared by the team. An archive of version 1 has none. */
export type TeamSends = {
  /** A sentence about the features that the archive lacks if it can’t store copies; otherwise null. */
  missing(): Promise<string | null>
  /** Erased recipients are left out. If the send is already stored, its first content is kept. */
  keepSent(send: string, kept: TeamSend): Promise<boolean>
  removeSent(send: string): Promise<void>
  /** `before` is in epoch milliseconds. */
  pruneSent(before: number): Promise<void>
  sentCopy(send: string, recipient: string): Promise<TeamCopy | null>
}
