import type { IconName } from '../icons/icons.ts'

export type StateLook = {
  label: string
  icon: IconName
  /** The colour’s custom property, also used by charts and filters. */
  color: string
}

/** Message states in life-cycle order, then the events: the order used in legends and filters. */
const looks: Record<string, { label: string; icon: IconName }> = {
  requested: { label: 'Requested', icon: 'arrow-right' },
  scheduled: { label: 'Scheduled', icon: 'clock' },
  deferred: { label: 'Deferred', icon: 'hourglass' },
  filtered: { label: 'Filtered', icon: 'filter' },
  rejected: { label: 'Rejected', icon: 'ban' },
  error: { label: 'Error', icon: 'alert-triangle' },
  softbounced: { label: 'Soft bounced', icon: 'bounce-soft' },
  hardbounced: { label: 'Hard bounced', icon: 'bounce-hard' },
  delivered: { label: 'Delivered', icon: 'check' },
  open: { label: 'Open', icon: 'envelope-open' },
  click: { label: 'Click', icon: 'pointer' },
  read: { label: 'Read', icon: 'book' },
  unsubscribed: { label: 'Unsubscribed', icon: 'user-minus' },
  complaint: { label: 'Complaint', icon: 'flag' },
}

export const knownStates: readonly string[] = Object.keys(looks)

/**
 * A state’s appearance everywhere. A state that the service adds later is shown under the service’s name, in neutral
 * colours.
 */
export function stateLook(state: string): StateLook {
  const look = Object.hasOwn(looks, state) ? looks[state] : undefined
  if (look) return { ...look, color: `--state-${state}` }
  return { label: state || 'Unknown', icon: 'circle', color: '--state-unknown' }
}

/** The table column for message states. Its text and cell are defined next to the table. */
export const stateColumn = { id: 'state', label: 'State', width: 130 }
