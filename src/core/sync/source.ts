import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Message } from '#shared/domain/messages/record.ts'

/** `problems` counts unreadable records, which are logged and do not hide the others. */
type Batch = { messages: Message[]; problems: number }

export type Page = Batch & {
  /** Messages in the entire period; null if the service does not report the number. */
  total: number | null
}

/** The sync’s requirements for a service: two ways to read the messages created in a period, both ends included. */
export type Source = {
  /**
   * Reads quickly, without metadata and details. Fails if the export is incomplete; if there is no way to tell, the
   * last batch has `isComplete: false`.
   */
  exportAll(period: Period, signal: AbortSignal): AsyncIterable<Batch & { isComplete: boolean }>
  /** Reads complete records page by page. The first page is page 1. */
  page(period: Period, page: number, pageSize: number, signal: AbortSignal): Promise<Page>
  /** Milliseconds by which the service’s clock is ahead of this computer’s, according to its last response. */
  clockSkew(): number
}
