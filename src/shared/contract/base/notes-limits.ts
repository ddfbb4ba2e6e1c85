/** These values are separate from the contract, so that the page can use them without loading zod. */

/** `hand` is written by the user; Mailroom itself records the others. */
export const noteKinds = ['hand', 'template-saved', 'domain-verified', 'alert', 'large-send', 'sync-gap'] as const

export const longestNote = 500

/** A send to at least this many recipients gets a note, because it is visible in the dashboard’s bars. */
export const largeSend = 500
