/** Apart from the contract, so that the page can use them without loading zod. */

/** Recipients of one message. */
export const mostPeople = 100_000
export const mostColumns = 200
/** Rows of one call. */
export const mostRowsAtOnce = 5000
