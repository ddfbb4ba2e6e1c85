import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Message } from '#shared/domain/messages/record.ts'

/** `problems` counts records that could not be read: they are named in the log and do not hide the others. */
export type Batch = { messages: Message[]; problems: number }

export type Page = Batch & {
  /** Messages of the whole period; null where the service does not say. */
  total: number | null
}

/** What the sync needs of a service: both ways to read messages created in a period, ends included. */
export type Source = {
  /** Fast, without metadata and details. Fails when the answer is not whole; `proved` is false when nobody can tell. */
  exportAll(period: Period, signal: AbortSignal): AsyncIterable<Batch & { proved: boolean }>
  /** Whole records, counted from page 1. */
  page(period: Period, page: number, pageSize: number, signal: AbortSignal): Promise<Page>
}
