/** Sent with every request. The sandbox uses it to distinguish Mailroom from other programs. */
export const mailroomUserAgent = 'Mailroom'
