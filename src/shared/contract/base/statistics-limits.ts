/** Apart from the contract, so that the page can use them without loading zod. */

/** What messages can be grouped by, beside their metadata. */
export const statisticsGroups = ['from', 'key', 'tag', 'domain'] as const

/** Of one group. */
export const mostGroupValues = 50_000

/** What service and archive are compared by. */
export const comparedGroupings = ['day', 'tag', 'domain'] as const

/** Ten years and a leap day or two. */
export const mostComparedDays = 3660
