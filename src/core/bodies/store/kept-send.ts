/** A send as it is stored: the shared content once, and the values of each recipient separately. */
export type KeptSend = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly content: KeptContent
  readonly to: readonly { readonly address: string; readonly values?: readonly (string | null)[] }[]
}

/** `text` and `html` contain placeholders; `columns` contains the names of their values. */
export type KeptContent = { readonly text: string; readonly html: string; readonly columns: readonly string[] }

/** One recipient’s message before the values are filled in. A cc or bcc recipient has no values. */
export type FoundCopy = {
  readonly at: number
  readonly content: KeptContent
  readonly values: readonly (string | null)[] | null
}
