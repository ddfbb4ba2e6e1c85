/** A mistake in the arguments. The message is printed on the terminal. */
export class UsageError extends Error {}
