/** These values are separate from the contract, so that the page can use them without loading zod. */

/** `bounces` includes hard and soft bounces. As in the dashboard’s figures, each measure is a share of messages. */
export const alertMeasures = ['bounces', 'hard', 'soft', 'complaints', 'delivered'] as const

/**
 * Why a window has no verdict. `incomplete`: it has not been read completely yet. `gap`: the archive has a gap in it.
 * `short`: the archive begins too late for it. `volume`: it contains too few messages. `new`: nothing was sent before
 * it.
 */
export const noVerdicts = ['incomplete', 'gap', 'short', 'volume', 'new'] as const

export const mostRules = 100
/** The maximum number of events in the history; the oldest are dropped first. */
export const mostAlertEvents = 1000
export const longestRuleName = 120
export const longestRuleSearch = 1000

/** The maximum number of days in a window: a longer window would hide what happens today. */
export const mostDays = 30
export const mostHours = 48
/** A longer silence needs no alert. */
export const mostSilentHours = 14 * 24

/** The number of past days or hours over which a rule is tried. Hours are read one by one, so they cover a shorter time. */
export const tryDays = 90
export const tryHours = 14 * 24
/** A fall is measured against this many days before the window. */
export const baselineDays = 28
