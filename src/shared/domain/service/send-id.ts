/** The metadata key that identifies a send, so that it can be found if its response was lost. */
export const sendIdKey = 'mailroom_send'
