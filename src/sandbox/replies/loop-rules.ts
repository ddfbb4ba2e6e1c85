import type { ReplyKind } from '#shared/contract/base/sandbox/reply-kinds.ts'
import { isOwnId, ownHeader } from './own-marks.ts'
import type { Original } from './original.ts'

/** How many replies from the sandbox may be among the messages that a message refers to. */
const mostHops = 3

const automaticSender = /^(?:mailer-daemon|postmaster|owner-|no[-_.]?reply|do[-_.]?not[-_.]?reply)|-(?:request|owner)$/i

/** Returns a sentence that says why the message gets no reply of this kind, or undefined if it gets one. */
export function loopReason(kind: ReplyKind, original: Original): string | undefined {
  const { header, references, from } = original
  if (header(ownHeader) !== undefined) return 'The message is itself a reply from the sandbox.'
  if (references.filter(isOwnId).length > mostHops) return 'The conversation already has too many replies.'
  const submitted = valueOf(header('auto-submitted'))
  if (submitted === 'auto-replied') return 'The message is itself an automatic reply.'
  const [user = ''] = from.address.split('@')
  if (kind === 'report' && /^mailer-daemon$/i.test(user)) return 'The sender is a mail server.'
  return kind === 'out-of-office' ? absenceReason(original, submitted, user) : undefined
}

/**
 * Returns why the message gets no out-of-office reply, by the conditions of RFC 3834 and of vacation programs, or
 * undefined if it gets one.
 */
function absenceReason({ header, ownLines }: Original, submitted: string, user: string): string | undefined {
  if (submitted !== '' && submitted !== 'no') return 'The message is automatic, as its Auto-Submitted header says.'
  const precedence = valueOf(header('precedence'))
  if (/^(?:bulk|junk|list)$/.test(precedence))
    return `The message is bulk mail, because its Precedence is ${precedence}.`
  const list = ownLines.find((name) => name.startsWith('list-'))
  if (list !== undefined) return `The message is from a mailing list, because it has the header ${list}.`
  return automaticSender.test(user) ? 'Nobody reads mail sent to this address.' : undefined
}

/** Returns a header’s value without its parameters. */
function valueOf(line: string | undefined): string {
  return (line ?? '').split(';')[0]!.trim().toLowerCase()
}
