/** These values are separate from the contract, so that the page can use them without loading zod. */

/** The fields by which messages can be grouped, in addition to their metadata. */
export const statisticsGroups = ['from', 'key', 'tag', 'domain'] as const

/**
 * The parts of the service’s figures. They are requested separately, so that the others remain valid if one is late or
 * fails.
 */
export const serviceParts = ['sends', 'days', 'domains', 'tags', 'links', 'email-platforms', 'places'] as const

export const mostGroupValues = 50_000

/** The groupings by which the service and the archive are compared. */
export const comparedGroupings = ['day', 'tag', 'domain'] as const

/** Ten years, including leap days. */
export const mostComparedDays = 3660

/** The maximum number of links, reasons or places listed; the largest are kept. */
export const mostDetailLines = 1000
