import MimeNode from 'nodemailer/lib/mime-node'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import { serialize } from '../mail/serialize.ts'
import type { PlannedReply } from '../store/index.ts'
import type { ComposedReply } from './composed-reply.ts'
import type { Original } from './original.ts'
import { ownHeader, ownMailServer, replyId } from './own-marks.ts'

/** The diagnostic for a bounce that happens after the receiving server has accepted the message. */
const lateDiagnostic = '550 5.1.1 The mailbox does not exist.'
/** The delay before a deferred message is tried again; see the rule `defer`. */
const retryAfter = 10 * msPerMinute

/**
 * Composes a delivery report according to RFC 3464. It says `delayed` for a deferred message, and is final for both
 * kinds of bounce.
 */
export function composeReport(planned: PlannedReply, original: Original): ComposedReply {
  const { n, code, at } = planned
  const { messageId, references, from } = original
  const isDelayed = planned.step === 'deferred'
  const address = `MAILER-DAEMON@${ownMailServer}`
  const subject = isDelayed ? 'Delivery delayed' : 'Undelivered mail returned to sender'
  const root = new MimeNode('multipart/report; report-type=delivery-status', { baseBoundary: code })
  root.setHeader([
    { key: 'From', value: { name: 'Mail Delivery System', address } },
    { key: 'To', value: from.address },
    { key: 'Subject', value: subject },
    { key: 'Date', value: new Date(at).toUTCString().replace('GMT', '+0000') },
    { key: 'Message-ID', value: replyId(n, code) },
    { key: 'In-Reply-To', value: messageId },
    { key: 'References', value: [...new Set([...references, messageId])].join(' ') },
    { key: 'Auto-Submitted', value: 'auto-replied' },
    { key: ownHeader, value: '1' },
  ])
  const diagnostic = planned.step === 'delivered' ? lateDiagnostic : (planned.diagnostic ?? 'Unknown reason.')
  const problem = isDelayed ? 'was not delivered yet. It is tried again.' : 'could not be delivered.'
  root
    .createChild('text/plain; charset=utf-8')
    .setContent(`Your message to ${original.email} ${problem}\r\n\r\n${diagnostic}\r\n`)
  root.createChild('message/delivery-status').setContent(
    statusFields(planned, original, diagnostic)
      .map((line) => `${line}\r\n`)
      .join(''),
  )
  root.createChild('text/rfc822-headers; charset=utf-8').setContent(original.head)
  return { returnPath: '', from: address, to: from.address, subject, source: serialize(root) }
}

function statusFields(
  { step, at }: PlannedReply,
  { email, createdDate, envelopeId }: Original,
  diagnostic: string,
): string[] {
  const isDelayed = step === 'deferred'
  const [, status = isDelayed || step === 'softbounced' ? '4.0.0' : '5.0.0'] =
    /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(diagnostic) ?? []
  const date = (time: number): string => new Date(time).toUTCString().replace('GMT', '+0000')
  const isAscii = /^[\x21-\x7e]+$/.test(email)
  return [
    ...(envelopeId === undefined ? [] : [`Original-Envelope-Id: ${envelopeId}`]),
    `Reporting-MTA: dns; ${ownMailServer}`,
    `Arrival-Date: ${date(createdDate)}`,
    '',
    `Final-Recipient: ${isAscii ? 'rfc822' : 'utf-8'}; ${email}`,
    `Action: ${isDelayed ? 'delayed' : 'failed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${diagnostic.replace(/[\r\n]+/g, ' ')}`,
    `Last-Attempt-Date: ${date(at)}`,
    ...(isDelayed ? [`Will-Retry-Until: ${date(at + retryAfter)}`] : []),
  ]
}
