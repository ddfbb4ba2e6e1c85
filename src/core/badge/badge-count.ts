import type { SendSummary } from '#shared/contract/base/sends.ts'

type Counted = {
  readonly sends: readonly Pick<SendSummary, 'state'>[]
  /** Alerts triggered since their list was last opened. */
  readonly unseenAlerts: number
}

/**
 * Sends that are in progress, or that continue only if the user decides so. A send waiting for its time needs no attention.
 */
const countedStates: readonly SendSummary['state'][] = ['sending', 'paused', 'interrupted']

/** The number on the app’s badge: everything that deserves attention, in any account. */
export function badgeCount({ sends, unseenAlerts }: Counted): number {
  return sends.filter(({ state }) => countedStates.includes(state)).length + unseenAlerts
}
