/** Separate from the contract, so that the page can use them without loading zod. */

/** `bounces` are hard and soft ones together. All are shares of the messages on which the dashboard's figure is based. */
export const alertMeasures = ['bounces', 'hard', 'soft', 'complaints', 'delivered'] as const

/**
 * Why a window has no verdict: not all of it was read yet, the archive has a gap in it or begins after it, its messages are
 * too few, or nothing was sent before it.
 */
export const noVerdicts = ['incomplete', 'gap', 'short', 'volume', 'new'] as const

export const mostRules = 100
/** The most events in the history; the oldest make room. */
export const mostAlertEvents = 1000
export const longestRuleName = 120
export const longestRuleSearch = 1000

/** The most days of a window: a longer one would hide what happens today. */
export const mostDays = 30
export const mostHours = 48
/** A longer silence needs no alert. */
export const mostSilentHours = 14 * 24

/** How many days back a rule is tried. Hours are read one by one, so there are fewer of them. */
export const tryDays = 90
export const tryHours = 14 * 24
/** A fall is measured against this many days before the window. */
export const baselineDays = 28
