import { replyKinds, type ReplyKind, type ReplyState } from '#shared/contract/base/sandbox/reply-kinds.ts'
import type { BadgeLook } from '../../../lib/ui/badges/badge-look.ts'

export const replyKindNames: Readonly<Record<ReplyKind, string>> = {
  'out-of-office': 'Out of office',
  report: 'Delivery report',
  unsubscribe: 'Unsubscribe by mail',
  reply: 'Human reply',
}

export const replyKindOptions = replyKinds.map((value) => ({ value, label: replyKindNames[value] }))

export const replyStateLooks: Readonly<Record<ReplyState, BadgeLook & { label: string }>> = {
  planned: { label: 'Waiting', tone: 'accent', icon: 'clock' },
  sent: { label: 'Sent', tone: 'ok', icon: 'check' },
  failed: { label: 'Failed', tone: 'danger', icon: 'alert-circle' },
  skipped: { label: 'Skipped', tone: 'neutral', icon: 'minus' },
}
