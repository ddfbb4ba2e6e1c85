import { AppError } from '#shared/contract/base/error.ts'
import type { SendBatch, SendRecipient, SendSummary } from '#shared/contract/base/sends.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { RecipientSort } from '#shared/contract/sends.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import { PagedRows } from '../../../lib/state/paged-rows.svelte.ts'
import { settledOf } from '#shared/domain/sends/send-states.ts'

type Detail = CommandOutput<'sends.get'>
type Counts = CommandOutput<'sends.counts'>
type Page = { readonly recipients: readonly SendRecipient[]; readonly total: number }

/** The order of the recipients in the send. */
export const asSent: RecipientSort = { field: 'number', descending: false }

const pageSize = 200
/** The maximum number of calls whose records are looked up one by one. For more calls, a sync is faster. */
const mostLooked = 20

/** The intervals between lookups, in milliseconds. Most messages are delivered within the first few intervals. */
const looks: readonly number[] = [2000, 4000, 8000, 16_000, 30_000, 60_000]

/** A send on the screen: its state, the results of its batches, and the states of its recipients from the archive. */
export class SendProgress {
  readonly id: string
  /** The last known state of the send; null until it has been loaded. */
  summary = $state.raw<SendSummary | null>(null)
  /** Whether the send became a draft again or was removed. */
  isGone = $state.raw(false)
  readonly detail: Loader<Detail>
  readonly counts: Loader<Counts>
  readonly recipients: PagedRows<Page>
  /** Only recipients in this state; null for all. */
  filter = $state.raw<string | null>(null)
  sort = $state.raw<RecipientSort>(asSent)
  readonly #host: Pick<Host, 'invoke'>
  #total = $state.raw(0)
  #isReading = false
  #isOutdated = false

  constructor(host: Pick<Host, 'invoke'>, id: string) {
    this.#host = host
    this.id = id
    this.detail = new Loader(async () => {
      const detail = await host.invoke('sends.get', { id })
      this.summary = detail.summary
      this.#total = detail.summary.recipients
      return detail
    })
    this.counts = new Loader(() => host.invoke('sends.counts', { id }))
    this.recipients = new PagedRows({
      pageSize,
      read: (page) => this.#read(page),
      count: () => this.count,
      mostAtOnce: 2,
      mostKept: 100,
    })
  }

  get count(): number {
    return this.filter === null ? this.#total : (this.counts.value?.[this.filter] ?? 0)
  }

  readonly rowAt = (index: number): SendRecipient | undefined =>
    this.recipients.pageOf(index)?.recipients[index % pageSize]

  async load(): Promise<void> {
    await Promise.all([this.detail.load(), this.refresh()])
    if (this.detail.error instanceof AppError && this.detail.error.code === 'not-found') this.isGone = true
    this.recipients.fill()
  }

  show(filter: string | null, sort = this.sort): void {
    this.filter = filter
    this.sort = sort
    this.recipients.replace({})
    this.recipients.fill()
  }

  readonly receive = (event: AppEvent): void => {
    if (event.name === 'sends.removed' && event.payload.id === this.id) this.isGone = true
    if (event.name === 'archive.changed' && event.payload.accountId === this.summary?.accountId) void this.refresh()
    if (event.name !== 'sends.changed' || event.payload.id !== this.id) return
    const before = this.summary
    this.summary = event.payload
    // A send that was undone and sent again has the same id.
    if (this.isGone) {
      this.isGone = false
      void this.load()
      return
    }
    // Reading the batches also reads the content, so they are read only when one has changed.
    if (!before || batchesDiffer(before, event.payload)) void this.detail.load()
    if (!before || resultsDiffer(before, event.payload)) void this.refresh()
  }

  /**
   * Reloads the results. Changes that arrive during a reload cause one further reload, so that a fast send does not cause
   * many in parallel.
   */
  async refresh(): Promise<void> {
    this.#isOutdated = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isOutdated && !this.isGone) {
        this.#isOutdated = false
        await this.counts.load()
        await this.#readAgain()
      }
    } finally {
      this.#isReading = false
    }
  }

  /** Whether the send made few enough calls to look up the records of each. */
  get canLook(): boolean {
    return this.#sentBatches.length <= mostLooked
  }

  /** Copies to the archive the records that the service now has. Rejects if the service does not respond. */
  async look(): Promise<void> {
    const { summary } = this
    if (!summary) return
    for (const { id: sendId, startedAt } of this.#sentBatches) {
      const sentAt = startedAt ?? summary.at
      await this.#host.invoke('sends.findTest', { accountId: summary.accountId, sendId, sentAt })
    }
    await this.refresh()
  }

  /**
   * Keeps looking up the records for a while, because a user who has just sent is waiting for them. Returns a function
   * that stops the lookups.
   */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout>
    let isStopped = false
    const [...waits] = looks
    const next = (): void => {
      const wait = waits.shift()
      if (isStopped || wait === undefined || this.isGone || !this.canLook) return
      // Records that can’t be requested now are found by the next lookup, or by a sync.
      timer = setTimeout(() => void this.look().then(next, next), wait)
    }
    next()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }

  get #sentBatches(): readonly SendBatch[] {
    return this.detail.value?.batches.filter(({ state }) => state === 'sent') ?? []
  }

  /** The visible rows are replaced in place, without flicker. */
  async #readAgain(): Promise<void> {
    const { recipients, filter, sort } = this
    const { edition } = recipients
    const { first, last } = recipients.view
    if (last < first) return
    try {
      const pages = await Promise.all(
        recipients.pagesOf(first, last).map(async (page) => [page, await this.#read(page)] as const),
      )
      const isSame = filter === this.filter && sort === this.sort
      if (edition === recipients.edition && isSame) recipients.replace(Object.fromEntries(pages))
      recipients.fill()
    } catch (thrown) {
      recipients.error = thrown
    }
  }

  async #read(page: number): Promise<Page> {
    const { id, filter, sort } = this
    const asked = { id, offset: page * pageSize, limit: pageSize, sort, ...(filter !== null && { state: filter }) }
    return this.#host.invoke('sends.recipients', asked)
  }
}

/** Compares `unknown` too: a lost call counts as settled both before and after it is known not to have arrived. */
function resultsDiffer(one: SendSummary, other: SendSummary): boolean {
  return settledOf(one) !== settledOf(other) || one.unknown !== other.unknown
}

function batchesDiffer(one: SendSummary, other: SendSummary): boolean {
  const notSent = (summary: SendSummary) => settledOf(summary) - summary.sent
  return one.state !== other.state || notSent(one) !== notSent(other) || one.unknown !== other.unknown
}
