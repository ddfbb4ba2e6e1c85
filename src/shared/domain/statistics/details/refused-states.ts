/** What becomes of messages that somebody refuses, for good or for now. Their reason says why. */
export const refusedStates = ['hardbounced', 'softbounced', 'deferred', 'filtered', 'rejected', 'error'] as const
