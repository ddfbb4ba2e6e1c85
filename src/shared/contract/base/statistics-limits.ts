/** Apart from the contract, so that the page can use them without loading zod. */

/** What messages can be grouped by, beside their metadata. */
export const statisticsGroups = ['from', 'key', 'tag', 'domain'] as const

/** What the service counts, each asked for on its own: one may be late or fail while the others stand. */
export const serviceParts = ['sends', 'days', 'domains', 'tags', 'links', 'email-platforms', 'places'] as const

/** Of one group. */
export const mostGroupValues = 50_000

/** What service and archive are compared by. */
export const comparedGroupings = ['day', 'tag', 'domain'] as const

/** Ten years and a leap day or two. */
export const mostComparedDays = 3660

/** Of the links, the reasons, the places: the largest. */
export const mostDetailLines = 1000
