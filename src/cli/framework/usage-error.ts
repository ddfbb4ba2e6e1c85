/** The command was used incorrectly; the message is for the terminal. */
export class UsageError extends Error {}
