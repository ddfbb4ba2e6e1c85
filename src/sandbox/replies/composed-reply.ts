export type ComposedReply = {
  /** Empty for automatic replies. This is the null return path, to which no program may reply. */
  returnPath: string
  from: string
  to: string
  subject: string
  source: Buffer
}
