import type { ReplyKind } from '../../contract/base/sandbox/reply-kinds.ts'
import { isMailAddress } from '../../text/mail-address.ts'
import { msPerHour, msPerMinute } from '../base/durations.ts'

/** The default delay between the delivery or bounce and the reply, in milliseconds. */
export const replyDelays: Readonly<Record<ReplyKind, number>> = {
  'out-of-office': msPerMinute,
  report: 0,
  unsubscribe: msPerHour,
  reply: 20 * msPerMinute,
}

/** Whether the text is an address, `*@` and a domain, or `*`. */
export function isReplyTarget(text: string): boolean {
  return text === '*' || isMailAddress(text.startsWith('*@') ? `anyone${text.slice(1)}` : text)
}
