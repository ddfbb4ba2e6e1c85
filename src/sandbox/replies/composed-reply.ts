export type ComposedReply = {
  /** '' is the null return path of automatic replies, to which no program may reply. */
  returnPath: string
  from: string
  to: string
  subject: string
  source: Buffer
}
