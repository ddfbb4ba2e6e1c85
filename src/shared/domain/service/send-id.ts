/** The metadata key that marks a send, so that it can be found when its answer was lost. */
export const sendIdKey = 'mailroom_send'
