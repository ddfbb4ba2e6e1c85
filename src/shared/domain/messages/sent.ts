/** What left from here, as it was written: the service tells of a message, but never its content. */
export type SentMessage = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly text: string
}
