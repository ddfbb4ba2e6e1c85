import type { SendSummary } from '#shared/contract/base/sends.ts'

type Counted = {
  readonly sends: readonly Pick<SendSummary, 'state'>[]
  /** Alerts that fired, and whose list was not opened since. */
  readonly unseenAlerts: number
}

/** A send that goes on, or that goes on only when the user says so. One that waits for its time needs nobody. */
const countedStates: readonly SendSummary['state'][] = ['sending', 'paused', 'interrupted']

/** What the badge of the app counts: what is worth a look, in any account. */
export function badgeCount({ sends, unseenAlerts }: Counted): number {
  return sends.filter(({ state }) => countedStates.includes(state)).length + unseenAlerts
}
