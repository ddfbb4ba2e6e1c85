/** The name, in lower case, of the header that marks every reply. A message with this header gets no reply. */
export const ownHeader = 'x-sandbox-reply'

/** A name in `.example`, which nobody can own. */
export const ownMailServer = 'mx.sandbox.example'

/** A reply has the same id at every attempt. */
export function replyId(n: number, message: string): string {
  return `<reply.${n}.${message}@${ownMailServer}>`
}

export function isOwnId(id: string): boolean {
  return id.startsWith('<reply.') && id.endsWith(`@${ownMailServer}>`)
}
