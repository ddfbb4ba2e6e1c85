/** The command was given incorrectly; the message is for the terminal. */
export class UsageError extends Error {}
