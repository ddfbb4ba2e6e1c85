import type { Counters } from '#shared/contract/statistics.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { clamp } from '../../../base/packs/record-set.ts'
import type { ServerRow } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { cleaned } from '../record/columns.ts'

/** Messages of one state, counted together. */
export type CountedLine = {
  readonly state: string
  readonly messages: number
  readonly open: number
  readonly click: number
  readonly opened: number
  readonly clicked: number
}

/** The counters of a query that groups messages by state. */
export const countedColumns = sql`state, count(*) AS messages, sum(opens) AS open, sum(clicks) AS click,
  count(*) FILTER (WHERE opens > 0) AS opened, count(*) FILTER (WHERE clicks > 0) AS clicked`

/**
 * The same columns, read from tables that are updated whenever a message is written. The server adds numbers of this type
 * faster than large integers, and exactly as well, up to the same limit as ours.
 */
export const keptColumns = sql`sum(kept.messages::float8) AS messages, sum(kept.open::float8) AS open,
  sum(kept.click::float8) AS click, sum(kept.opened::float8) AS opened, sum(kept.clicked::float8) AS clicked`

export function lineOfRow({ state, messages, open, click, opened, clicked }: ServerRow): CountedLine {
  return {
    state: String(state),
    messages: Number(messages),
    open: Number(open),
    click: Number(click),
    opened: Number(opened),
    clicked: Number(clicked),
  }
}

export function lineOfRecord({ lastState, open, click }: Message): CountedLine {
  return {
    state: cleaned(lastState),
    messages: 1,
    open: clamp(open),
    click: clamp(click),
    opened: clamp(open) > 0 ? 1 : 0,
    clicked: clamp(click) > 0 ? 1 : 0,
  }
}

export function addLine(sum: Counters, { state, messages, open, click, opened, clicked }: CountedLine): void {
  sum.messages += messages
  sum.states[state] = (sum.states[state] ?? 0) + messages
  sum.open += open
  sum.click += click
  sum.opened += opened
  sum.clicked += clicked
}
