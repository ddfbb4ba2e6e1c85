import type { SendBatch } from '#shared/contract/base/sends.ts'
import type { BadgeLook } from '../../../lib/ui/badges/badge-look.ts'

/** A recipient’s badge by the state of the call, for use while the service has no record of the message. */
export const callLooks: Readonly<Record<SendBatch['state'], BadgeLook>> = {
  waiting: { label: 'Waiting', tone: 'neutral', icon: 'clock' },
  sending: { label: 'Sending', tone: 'accent', icon: 'send' },
  sent: { label: 'Accepted', tone: 'ok', icon: 'check' },
  refused: { label: 'Refused', tone: 'danger', icon: 'ban' },
  unknown: { label: 'Unknown', tone: 'warn', icon: 'alert-triangle' },
  absent: { label: 'Not sent', tone: 'danger', icon: 'ban' },
}
