/** What Mailroom calls itself on every request; the sandbox tells by it what came from somebody's program. */
export const mailroomUserAgent = 'Mailroom'
