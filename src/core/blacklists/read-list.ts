import { AppError } from '#shared/contract/base/error.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { BlacklistPage, ServiceClient } from '../api/index.ts'
import type { Channel } from '../base/threads/channel.ts'
import type { CopyMeta } from './store/copy-file.ts'
import type { Entry } from './store/entry-table.ts'
import type { ListSummary, StoreMethods } from './store/methods.ts'

/** The maximum page size of the services. */
const pageSize = 500
const pagesAtOnce = 6
/** A list that changes during this many consecutive reads is left until the next time. */
const mostPasses = 4
/** The entries collected are shown each time their number has grown by this factor. */
const growthShown = 4

type Needs = {
  readonly client: Pick<ServiceClient, 'blacklists'>
  readonly store: Channel<StoreMethods>
  /** Which of these addresses belong to erased people. */
  readonly erasedAmong: (emails: readonly string[]) => Promise<ReadonlySet<string>>
  readonly now: () => number
  readonly signal: AbortSignal
  /** The number of entries read, and the total if the service reports it. */
  readonly progress: (read: number, total: number | null) => void
  readonly changed: () => void
}

type Page = {
  /** The number of entries on the page, readable or not. */
  readonly read: number
  /** The number of entries that could not be read or must not be kept. */
  readonly leftOut: number
  /** The number of entries that had not been collected before. */
  readonly news: number
  /** The number of distinct entries collected. */
  readonly count: number
  readonly total: number | null
}

/**
 * Reads an entire list, newest first, although rows shift between pages whenever the list changes. An added entry only
 * repeats rows, which are recognised. A removed entry makes later rows move up past the page that is read next, so some
 * are missed. If the total falls during a read, or fewer entries were found than the first page counted, the list is
 * read again until two reads agree.
 */
export class ListReader {
  readonly #type: string
  readonly #before: ListSummary | undefined
  readonly #needs: Needs
  #shown = 0
  #showing: Promise<void> | null = null

  constructor(type: string, before: ListSummary | undefined, needs: Needs) {
    this.#type = type
    this.#before = before
    this.#needs = needs
  }

  async read(): Promise<void> {
    const { store } = this.#needs
    try {
      if (!(await this.#catchUp())) await this.#readWhole()
    } finally {
      await this.#showing?.catch(() => undefined)
      await store.call('end', this.#type)
    }
  }

  /** Reads only the entries added since the last complete read. Returns false if anything else has changed too. */
  async #catchUp(): Promise<boolean> {
    const { store } = this.#needs
    const before = this.#before
    if (before?.isWhole !== true) return false
    await store.call('begin', this.#type, 'copy')
    let news = 0
    for (let number = 1; ; number++) {
      const page = await this.#page(number)
      if (page.total === null || page.news > before.count) return false
      news += page.news
      if (page.news > 0 && page.read > 0) continue
      if (page.count + before.leftOut !== page.total) return false
      await this.#finish({ total: page.total, leftOut: before.leftOut, isWhole: true }, news > 0)
      return true
    }
  }

  async #readWhole(): Promise<void> {
    let last = ''
    for (let pass = 1; pass <= mostPasses; pass++) {
      const { isSteady, total, count, missing } = await this.#pass()
      const fingerprint = await this.#needs.store.call('fingerprint', this.#type)
      if (isSteady || fingerprint === last) {
        if (total !== null && missing > 0) return this.#refuseCut(total - missing, total)
        return this.#finish({ total, leftOut: Math.max(0, (total ?? count) - count), isWhole: true }, true)
      }
      last = fingerprint
    }
    await this.#finish({ total: null, leftOut: 0, isWhole: false }, true)
    throw new AppError(
      'list-changes',
      'The list kept changing while Mailroom read it, so some entries may be missing or outdated. Refresh it again later.',
      {
        retryable: true,
      },
    )
  }

  /** Keeps the entries that the service returned, and throws an error, because the others could not be read. */
  async #refuseCut(returned: number, total: number): Promise<never> {
    await this.#finish({ total, leftOut: 0, isWhole: false }, true)
    throw new AppError(
      'list-cut-off',
      `The service returned only ${english.number(returned)} of the list’s ${plural(english, total, 'entry', 'entries')}, so some are missing. Refresh it again later. If that doesn’t help, ask your provider.`,
      { retryable: true },
    )
  }

  /** `missing`: the number of entries that the service counted on the first page, but returned on none. */
  async #pass(): Promise<{ isSteady: boolean; total: number | null; count: number; missing: number }> {
    await this.#needs.store.call('begin', this.#type, 'nothing')
    const first = await this.#page(1)
    let [count, leftOut, total] = [first.count, first.leftOut, first.total]
    let hasShrunk = false
    let rows = first.read
    let lastRead = first.read
    const take = (page: Page): void => {
      hasShrunk ||= page.total !== null && total !== null && page.total < total
      total = page.total
      count = Math.max(count, page.count)
      leftOut += page.leftOut
      // A page without new entries repeats another one.
      rows += page.news > 0 ? page.read : page.leftOut
      lastRead = page.read
      this.#needs.progress(count + leftOut, total)
    }
    this.#needs.progress(first.read, total)
    this.#show(count, total)
    const planned = first.total === null || first.read === 0 ? 1 : Math.ceil(first.total / first.read)
    await this.#pages(planned, take)
    // Entries added in the meantime have moved the last entries to later pages. Without a total, this reads all of them.
    for (let number = planned + 1; lastRead > 0 && (total === null || count + leftOut < total); number++) {
      const page = await this.#page(number)
      take(page)
      // A page without new entries is past the end, where the service repeats its last page forever.
      if (page.news === 0) break
    }
    const isSteady = first.total !== null && !hasShrunk && count + leftOut === first.total
    return { isSteady, total, count, missing: Math.max(0, (first.total ?? 0) - rows) }
  }

  async #pages(last: number, take: (page: Page) => void): Promise<void> {
    let next = 2
    const work = async (): Promise<void> => {
      while (next <= last) {
        const page = await this.#page(next++)
        take(page)
        this.#show(page.count, page.total)
      }
    }
    const workers = Array.from({ length: Math.min(pagesAtOnce, last - 1) }, work)
    try {
      await Promise.all(workers)
    } catch (thrown) {
      // The running requests must end first, so that none adds its page to the next read of this list.
      next = last + 1
      await Promise.allSettled(workers)
      throw thrown
    }
  }

  async #page(number: number): Promise<Page> {
    const { client, signal, store, erasedAmong } = this.#needs
    const query = { type: this.#type, page: number, pageSize, order: 'descending' } as const
    const { items, problems, total } = await client.blacklists.list(query, { signal })
    const erased = await erasedAmong(items.map(({ email }) => email))
    const kept = items.filter(({ email }) => !erased.has(email)).map(toEntry)
    const { count, news } = await store.call('add', this.#type, kept)
    const read = items.length + problems.length
    return { read, leftOut: read - kept.length, news, count, total }
  }

  /** While there is no complete copy, the entries read so far are shown from time to time. */
  #show(count: number, total: number | null): void {
    if (this.#before?.isWhole === true || this.#showing || count < this.#shown * growthShown) return
    // Once half of the entries have been read, no more are shown until the read is complete.
    if (total !== null && count * 2 > total) return
    this.#shown = count
    const meta = { type: this.#type, readAt: null, total, leftOut: 0, isWhole: false }
    this.#showing = this.#needs.store
      .call('publish', meta, false)
      .then(() => this.#needs.changed())
      .finally(() => (this.#showing = null))
    this.#showing.catch(() => undefined)
  }

  async #finish(found: Pick<CopyMeta, 'total' | 'leftOut' | 'isWhole'>, hasChanged: boolean): Promise<void> {
    const { store, now, changed } = this.#needs
    const readAt = found.isWhole ? now() : (this.#before?.readAt ?? null)
    const meta: CopyMeta = { type: this.#type, readAt, ...found }
    await this.#showing?.catch(() => undefined)
    // Without a complete read, nothing proves that an entry was removed.
    if (hasChanged) await store.call('publish', meta, !found.isWhole)
    else await store.call('describe', meta)
    await store.call('save', this.#type)
    changed()
  }
}

function toEntry({ email, date, reason, list }: BlacklistPage['items'][number]): Entry {
  return {
    email,
    date: date === null ? 0 : Math.max(0, Math.floor(date / 1000)),
    reason: reason ?? '',
    list,
  }
}
