import type { SendSummary } from '../../contract/base/sends.ts'

const endedStates: readonly SendSummary['state'][] = ['sent', 'stopped', 'failed']
export const hasEnded = ({ state }: Pick<SendSummary, 'state'>): boolean => endedStates.includes(state)

type Counts = Pick<SendSummary, 'sent' | 'refused' | 'unknown' | 'absent'>

/** Recipients whose call has a result, whatever it is. */
export const settledOf = ({ sent, refused, unknown, absent }: Counts): number => sent + refused + unknown + absent
