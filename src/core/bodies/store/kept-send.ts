/** A send as it is kept: the shared content once, and for each recipient their own values. */
export type KeptSend = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly content: KeptContent
  readonly to: readonly { readonly address: string; readonly values?: readonly (string | null)[] }[]
}

/** With placeholders; `columns` are the names of the values. */
export type KeptContent = { readonly text: string; readonly html: string; readonly columns: readonly string[] }

/** A message of a send, before the values of its recipient are put in; they are absent from somebody in copy. */
export type FoundCopy = {
  readonly at: number
  readonly content: KeptContent
  readonly values: readonly (string | null)[] | null
}
