/** The command was given in a wrong way; the message is for the terminal. */
export class UsageError extends Error {}
