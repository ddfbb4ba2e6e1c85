/** A mistake in the arguments. The message is printed to the terminal. */
export class UsageError extends Error {}
