import type { SendSummary } from '../../contract/base/sends.ts'

type State = SendSummary['state']

/** Each state’s name in the page and on the command line. */
export const sendStateLabels: Readonly<Record<State, string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  paused: 'Paused',
  interrupted: 'Interrupted',
  sent: 'Sent',
  stopped: 'Cancelled',
  failed: 'Failed',
}

const endedStates: readonly State[] = ['sent', 'stopped', 'failed']
export const hasEnded = ({ state }: Pick<SendSummary, 'state'>): boolean => endedStates.includes(state)

type Counts = Pick<SendSummary, 'sent' | 'refused' | 'unknown' | 'absent'>

/** Counts the recipients whose call has a result. */
export const settledOf = ({ sent, refused, unknown, absent }: Counts): number => sent + refused + unknown + absent
