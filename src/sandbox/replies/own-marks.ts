/** The header line of every reply, in lower case: a message that has it is never replied to. */
export const ownHeader = 'x-sandbox-reply'

/** In `.example`, which belongs to nobody. */
export const ownMailServer = 'mx.sandbox.example'

/** The same reply has the same id at every try. */
export function replyId(n: number, message: string): string {
  return `<reply.${n}.${message}@${ownMailServer}>`
}

export function isOwnId(id: string): boolean {
  return id.startsWith('<reply.') && id.endsWith(`@${ownMailServer}>`)
}
