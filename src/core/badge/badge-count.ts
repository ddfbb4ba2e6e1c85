import type { SendSummary } from '#shared/contract/base/sends.ts'

type Counted = {
  readonly sends: readonly Pick<SendSummary, 'state'>[]
  /** Alerts that fired since their list was last opened. */
  readonly unseenAlerts: number
}

/**
 * A send that is in progress, or that continues only if the user says so. One that waits for its time needs no attention.
 */
const countedStates: readonly SendSummary['state'][] = ['sending', 'paused', 'interrupted']

/** The number for the app's badge: everything that deserves a look, in any account. */
export function badgeCount({ sends, unseenAlerts }: Counted): number {
  return sends.filter(({ state }) => countedStates.includes(state)).length + unseenAlerts
}
