/** These values are separate from the contract, so that the page can use them without loading zod. */

/** The maximum number of characters in a message’s HTML or text. */
export const longestText = 5_000_000
/** The maximum size, in bytes, of a file in a message or of a complete email file. No service accepts this much. */
export const mostFileBytes = 100 * 1024 ** 2
/** The maximum number of recipients of a message. */
export const mostPeople = 100_000
/** The maximum number of Cc recipients, and of Bcc recipients. */
export const mostCopies = 1000
export const mostColumns = 200
/** The maximum number of files of a message, including the individual files of recipients. */
export const mostParts = 500
/** The maximum number of individual files that a recipient can have. */
export const mostOwnFiles = 20
/** For one problem, the archive names at most this many recipients. */
export const mostKnownRecipients = 1000
/** The maximum number of rows in one call. */
export const mostRowsAtOnce = 5000
