/** Separate from the contract, so that the page can use them without loading zod. */

/** `hand` is written by the user; Mailroom itself records the others. */
export const noteKinds = ['hand', 'template-saved', 'domain-verified', 'alert', 'large-send', 'sync-gap'] as const

export const longestNote = 500

/** A send to this many recipients is visible in a dashboard’s bars, so it gets its own note. */
export const largeSend = 500
