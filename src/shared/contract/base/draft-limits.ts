/** Apart from the contract, so that the page can use them without loading zod. */

/** Recipients of one message. */
export const mostPeople = 100_000
export const mostColumns = 200
/** Recipients that the archive is asked to name for one problem. */
export const mostKnownRecipients = 1000
/** Rows of one call. */
export const mostRowsAtOnce = 5000
