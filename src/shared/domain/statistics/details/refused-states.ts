/** The states of messages that somebody refused, permanently or for now. Their reason says why. */
export const refusedStates = ['hardbounced', 'softbounced', 'deferred', 'filtered', 'rejected', 'error'] as const
