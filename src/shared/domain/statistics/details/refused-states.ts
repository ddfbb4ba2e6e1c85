/** States of messages that were refused, permanently or temporarily. Their reason explains why. */
export const refusedStates = ['hardbounced', 'softbounced', 'deferred', 'filtered', 'rejected', 'error'] as const
