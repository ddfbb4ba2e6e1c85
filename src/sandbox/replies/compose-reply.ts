import MailComposer from 'nodemailer/lib/mail-composer'
import { serialize } from '../mail/serialize.ts'
import type { Address, PlannedReply } from '../store/index.ts'
import type { ComposedReply } from './composed-reply.ts'
import { composeReport } from './delivery-report.ts'
import { unsubscribeLink } from './mail-link.ts'
import type { Original } from './original.ts'
import { ownHeader, replyId } from './own-marks.ts'

/** Undefined if the message has no address for this kind of reply. */
export function composeReply(planned: PlannedReply, original: Original): ComposedReply | undefined {
  switch (planned.kind) {
    case 'out-of-office':
      return outOfOffice(planned, original)
    case 'report':
      return composeReport(planned, original)
    case 'unsubscribe':
      return unsubscribe(planned, original)
    case 'reply':
      return humanReply(planned, original)
  }
}

/**
 * The reply goes to the return path, as RFC 3834 requires. In the sandbox, this is the sender. `Reply-To` is only for
 * replies from people.
 */
function outOfOffice(planned: PlannedReply, original: Original): ComposedReply {
  return composed(planned, original, {
    isAutomatic: true,
    to: original.from,
    subject: `Automatic reply: ${original.subject}`,
    text: 'I am out of the office and will read your message when I return.',
    headers: { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk' },
  })
}

function unsubscribe(planned: PlannedReply, original: Original): ComposedReply | undefined {
  const link = unsubscribeLink(original)
  if (link === undefined) return undefined
  const { address, subject, body: text } = link
  return composed(planned, original, { isAutomatic: false, isNew: true, to: { address }, subject, text, headers: {} })
}

function humanReply(planned: PlannedReply, original: Original): ComposedReply {
  const { subject, replyTo, from, createdDate } = original
  const writer = from.personalName || from.address
  const quoted = original.text.trimEnd().split(/\r?\n/)
  return composed(planned, original, {
    isAutomatic: false,
    to: replyTo ?? from,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: `Thank you, but I have a question about this.\n\nOn ${new Date(createdDate).toUTCString()}, ${writer} wrote:\n${quoted
      .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))
      .join('\n')}\n`,
    headers: {},
  })
}

type Written = {
  isAutomatic: boolean
  /** Whether the reply starts a new conversation. */
  isNew?: boolean
  to: Address
  subject: string
  text: string
  headers: Record<string, string>
}

function composed({ n, code, at }: PlannedReply, original: Original, written: Written): ComposedReply {
  const { email, personalName, messageId, references } = original
  const { isAutomatic, isNew = false, to, subject, text, headers } = written
  const root = new MailComposer({
    from: { name: personalName, address: email },
    to: { name: to.personalName ?? '', address: to.address },
    subject,
    text,
    messageId: replyId(n, code),
    ...(!isNew && { inReplyTo: messageId, references: [...new Set([...references, messageId])] }),
    date: new Date(at),
    headers: { ...headers, [ownHeader]: '1' },
    baseBoundary: code,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { returnPath: isAutomatic ? '' : email, from: email, to: to.address, subject, source: serialize(root) }
}
