import type { SendBatch } from '#shared/contract/base/sends.ts'
import type { IconName } from '../../lib/ui/icons/icons.ts'

type CallLook = {
  readonly label: string
  readonly icon: IconName
  readonly tone: 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'
}

/** How a recipient looks by the state of their call, while the service has no record of the message. */
export const callLooks: Readonly<Record<SendBatch['state'], CallLook>> = {
  waiting: { label: 'Waiting', tone: 'neutral', icon: 'clock' },
  sending: { label: 'Sending', tone: 'accent', icon: 'send' },
  sent: { label: 'Accepted', tone: 'ok', icon: 'check' },
  refused: { label: 'Refused', tone: 'danger', icon: 'ban' },
  unknown: { label: 'Unknown', tone: 'warn', icon: 'alert-triangle' },
  absent: { label: 'Not sent', tone: 'danger', icon: 'ban' },
}

export const callStates = Object.keys(callLooks) as SendBatch['state'][]
