import {
  arrivedAt,
  hasArrived,
  wasNotSent,
  type Recipient,
  type RecipientCounters,
} from '#shared/domain/recipients/recipient.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { comparedOf } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import { recipientQuery } from '#shared/domain/recipients/recipient-query.ts'
import type { MessageRow } from '#shared/domain/messages/record.ts'
import type { ReadingContext } from '#shared/domain/query/period.ts'
import type { ArchivePort } from '../archive/index.ts'

const pageSize = 500
const failedStates = new Set(['hardbounced', 'softbounced', 'rejected', 'filtered', 'error'])

const countedStates = ['hardbounced', 'softbounced', 'unsubscribed', 'complaint'] as const

/** One person’s timeline, with counters over all their messages. */
export async function readRecipient(
  archive: Pick<ArchivePort, 'search'>,
  email: string,
  { offset = 0, limit = 50, context }: { offset?: number; limit?: number; context: ReadingContext },
): Promise<Recipient> {
  const scope = { query: recipientQuery(email), context }
  const tally = new Tally()
  const first = await archive.search({ ...scope, offset: 0, limit: pageSize })
  let page = first.rows
  const shown: MessageRow[] = []
  for (let at = 0; page.length > 0;) {
    for (const message of page) {
      tally.add(message)
      if (at >= offset && at < offset + limit) shown.push(message)
      at++
    }
    page = page.length < pageSize ? [] : (await archive.search({ ...scope, offset: at, limit: pageSize })).rows
  }
  return {
    email,
    counters: tally.counters,
    lastDelivery: tally.lastDelivery,
    firstMessage: tally.oldest?.createdDate ?? null,
    lastMessage: tally.newest?.createdDate ?? null,
    lastFailure: tally.lastFailure,
    messages: shown,
    total: tally.counters.messages,
    horizon: first.horizon,
  }
}

/** Counts messages, which must be passed newest first. */
class Tally {
  readonly counters: RecipientCounters = comparedOf(noCounters())
  newest: MessageRow | null = null
  oldest: MessageRow | null = null
  lastDelivery: number | null = null
  lastFailure: MessageRow | null = null

  add(message: MessageRow): void {
    this.newest ??= message
    this.oldest = message
    const { counters } = this
    counters.messages++
    counters.open += message.open
    counters.click += message.click
    if (message.open > 0) counters.opener++
    if (message.click > 0) counters.clicker++
    if (hasArrived(message)) counters.delivered++
    if (wasNotSent(message)) counters.notSent++
    const state = countedStates.find((name) => name === message.lastState)
    if (state) counters[state]++
    if (hasArrived(message)) this.lastDelivery = Math.max(this.lastDelivery ?? 0, arrivedAt(message))
    else if (failedStates.has(message.lastState) && this.lastDelivery === null) this.lastFailure ??= message
  }
}
