/** Separate from the contract, so that the page can use them without loading zod. */

/** The maximum number of characters in the HTML or the text of a message. */
export const longestText = 5_000_000
/** Bytes of one file of a message, and of a whole mail file. No service accepts this much. */
export const mostFileBytes = 100 * 1024 ** 2
/** Recipients of one message. */
export const mostPeople = 100_000
export const mostColumns = 200
/** The most recipients that the archive is asked to name for one problem. */
export const mostKnownRecipients = 1000
/** Rows per call. */
export const mostRowsAtOnce = 5000
