/** Marks every reply. Messages with this header line, whose name is in lower case, get no reply. */
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
