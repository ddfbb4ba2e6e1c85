import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Message } from '#shared/domain/messages/record.ts'

/** `problems` counts unreadable records: they are logged and do not hide the others. */
type Batch = { messages: Message[]; problems: number }

export type Page = Batch & {
  /** Messages in the whole period; null if the service does not report it. */
  total: number | null
}

/** The requirements of the sync for a service: two ways to read the messages created in a period, ends included. */
export type Source = {
  /**
   * Fast, without metadata and details. Fails when the export is incomplete; the last batch has `isComplete: false` when there
   * is no way to tell.
   */
  exportAll(period: Period, signal: AbortSignal): AsyncIterable<Batch & { isComplete: boolean }>
  /** Complete records, page by page from 1. */
  page(period: Period, page: number, pageSize: number, signal: AbortSignal): Promise<Page>
}
