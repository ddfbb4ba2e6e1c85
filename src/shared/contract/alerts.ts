import { z } from 'zod'
import {
  alertMeasures,
  longestRuleName,
  longestRuleSearch,
  mostDays,
  mostHours,
  mostSilentHours,
  noVerdicts,
} from './base/alerts-limits.ts'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
/** A fraction, not a percentage. */
const share = z.number().min(0).max(1)
const minimum = z.number().int().min(1).max(1_000_000_000)
/** A mailbox provider; null for all recipients. */
const provider = z.strictObject({ id: z.string().max(80), name: z.string().max(80) }).nullable()
const second = z.number().int()

/** The most recent completed days (in the rule’s zone) or completed hours. */
const window = z.strictObject({ unit: z.enum(['day', 'hour']), count: z.number().int().min(1).max(mostHours) })
export type AlertWindow = z.infer<typeof window>

/**
 * An alert fires when the value passes its limit, but ends only when the value reaches a separate end value. Otherwise,
 * a value near the limit would make it fire repeatedly.
 */
const condition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rate'),
    measure: z.enum(alertMeasures),
    provider,
    limit: share,
    end: share,
    /** A window with fewer messages gets no verdict. */
    minimum,
    window,
  }),
  /**
   * Fires if the delivered share of messages has fallen by more than `limit`, compared with the days before the window.
   */
  z.strictObject({
    kind: z.literal('fall'),
    provider,
    limit: share,
    end: share,
    minimum,
    days: z.number().int().min(1).max(mostDays),
  }),
  /** Fires if there are more than `limit` complaints. Today is included, because its count can only grow. */
  z.strictObject({
    kind: z.literal('complaints'),
    limit: z.number().int().min(0).max(1_000_000_000),
    end: z.number().int().min(0).max(1_000_000_000),
    days: z.number().int().min(1).max(mostDays),
  }),
  /** Fires after this many complete hours without a message. */
  z.strictObject({ kind: z.literal('silence'), hours: z.number().int().min(1).max(mostSilentHours) }),
])
export type AlertCondition = z.infer<typeof condition>

export const alertRule = z.strictObject({
  id: z.uuid(),
  name: z.string().max(longestRuleName),
  isOn: z.boolean(),
  /** The rule’s days begin at midnight in this zone, even if the computer is in another one. */
  zone: z.string().max(80),
  /** The search for the messages that the rule judges. It has no period. */
  search: z.string().max(longestRuleSearch),
  condition,
})
export type AlertRule = z.infer<typeof alertRule>

/** Seconds since the epoch; `to` is the first second after the span. */
const span = z.strictObject({ from: second, to: second })

const value = z.strictObject({ part: z.number(), whole: z.number().nullable() })

export const judged = z.strictObject({
  ...span.shape,
  value,
  /** The value for the days before the window, for a rule about a fall; otherwise null. */
  before: value.nullable(),
})
export type Judged = z.infer<typeof judged>

const ruleStatus = z.strictObject({
  isFiring: z.boolean(),
  /** The last window with a verdict; null if there is none. */
  last: judged.nullable(),
  /** Why the newest window has no verdict; null if it has one. */
  notJudged: z.enum(noVerdicts).nullable(),
  /** Everything created up to this time has been read, except for messages in gaps. */
  completeUntil: second.nullable(),
})
export type RuleStatus = z.infer<typeof ruleStatus>

export const alertEvent = z.strictObject({
  id: z.uuid(),
  /** The rule at the time when it fired. */
  rule: alertRule,
  /** The window that caused the rule to fire. */
  fired: judged,
  /** Epoch milliseconds. */
  firedAt: z.number(),
  /** The window that ended the alert; null while the alert continues, or if the user ended it. */
  ended: judged.nullable(),
  endedAt: z.number().nullable(),
  endedBy: z.enum(['calm', 'changed', 'off', 'removed']).nullable(),
  /** The search that finds the messages behind the alert, without a period. */
  messages: z.string(),
})
export type AlertEvent = z.infer<typeof alertEvent>

const minuteOfDay = z.number().int().min(0).max(1439)
/** Minutes of the day in a zone; the range may extend past midnight. */
export const quietHours = z.strictObject({
  isOn: z.boolean(),
  from: minuteOfDay,
  to: minuteOfDay,
  zone: z.string().max(80),
})
export type QuietHours = z.infer<typeof quietHours>

const trial = z.strictObject({
  ...span.shape,
  /**
   * How many windows have a verdict, and how many have none because the archive was incomplete or there were too few
   * messages.
   */
  judged: z.number().int(),
  incomplete: z.number().int(),
  tooFew: z.number().int(),
  /** Oldest first. `worst` is the worst window from `fired` to `ended`, which is null if the alert continues. */
  fired: z.array(z.strictObject({ fired: judged, worst: judged, ended: judged.nullable(), messages: z.string() })),
})
export type Trial = z.infer<typeof trial>

export const alerts = {
  'alerts.list': command(
    z.strictObject({ accountId }),
    z.strictObject({
      rules: z.array(
        z.strictObject({
          rule: alertRule,
          status: ruleStatus,
          /** The team’s user who shared the rule; null if only this computer has it. */
          sharedBy: z.string().nullable(),
        }),
      ),
      /** Newest first. */
      events: z.array(alertEvent),
      quiet: quietHours,
      /** Why only the rules on this computer are listed; null unless the team’s archive can’t be read. */
      teamProblem: z.string().nullable(),
    }),
  ),
  /**
   * Adds a rule, or changes the one with this id, whose alert then ends. A shared rule is visible to everybody who uses
   * the account’s team archive, and is judged by the Mailroom that syncs the archive.
   */
  'alerts.save': command(
    z.strictObject({ accountId, rule: alertRule, isShared: z.boolean().default(false) }),
    z.void(),
  ),
  'alerts.remove': command(z.strictObject({ accountId, id: z.uuid() }), z.void()),
  /** Finds out when the rule would have fired recently, had it existed. */
  'alerts.try': command(z.strictObject({ accountId, rule: alertRule }), trial),
  /** The user has seen the events, so the app’s icon no longer counts them. */
  'alerts.markSeen': command(z.strictObject({ accountId }), z.void()),
  /** Fields that are left out remain unchanged. */
  'alerts.setQuiet': command(z.strictObject({ accountId, quiet: quietHours.partial() }), z.void()),
}
