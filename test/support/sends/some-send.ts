import type { SendSummary } from '#shared/contract/base/sends.ts'

/** A send in progress, in which no call has ended. */
export const someSend = (change: Partial<SendSummary> = {}): SendSummary => ({
  id: '6b3b2a52-6b7c-4b1f-9d46-0f6a5e6f0a01',
  accountId: 'shop',
  subject: 'Hi',
  to: [],
  recipients: 500,
  state: 'sending',
  at: 1,
  isScheduled: false,
  createdAt: 1,
  sent: 0,
  refused: 0,
  unknown: 0,
  absent: 0,
  underWay: 0,
  restOf: null,
  note: '',
  ...change,
})
