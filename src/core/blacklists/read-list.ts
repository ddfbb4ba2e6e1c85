import { AppError } from '#shared/contract/base/error.ts'
import { blacklistTypes } from '#shared/domain/service/requests.ts'
import type { BlacklistPage, ServiceClient } from '../api/index.ts'
import type { Channel } from '../base/threads/channel.ts'
import type { CopyMeta } from './store/copy-file.ts'
import type { Entry } from './store/entry-table.ts'
import type { ListSummary, StoreMethods } from './store/methods.ts'

/** The most that services return in one page. */
const pageSize = 500
const pagesAtOnce = 6
/** A list that changes during each of this many reads is left for the next time. */
const mostPasses = 4
/** The entries collected so far are shown whenever they have grown by this factor. */
const growthShown = 4

type Needs = {
  readonly client: Pick<ServiceClient, 'blacklists'>
  readonly store: Channel<StoreMethods>
  /** The addresses among these whose people were erased. */
  readonly erasedAmong: (emails: readonly string[]) => Promise<ReadonlySet<string>>
  readonly now: () => number
  readonly signal: AbortSignal
  /** The number read so far, and the total if the service has one. */
  readonly progress: (read: number, total: number | null) => void
  /** Called when the entries of the copy have changed. */
  readonly changed: () => void
}

type Page = {
  /** Entries of the page, readable or not. */
  readonly read: number
  /** Entries that may not be kept or could not be read. */
  readonly leftOut: number
  /** Entries that had not been collected yet. */
  readonly news: number
  /** Different entries collected so far. */
  readonly count: number
  readonly total: number | null
}

/**
 * Reads one list whole. Its rows shift between pages whenever the list changes. Newest first, an addition only repeats rows,
 * which are recognised; a removal makes the rows after it move up past the page that is read next. Then the total falls, or
 * fewer entries were found than the first page counted, and the list is read again, until two reads agree.
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

  /** Reads only the entries added since the last whole read. Returns false if anything else changed too. */
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
      const { isSteady, total, count } = await this.#pass()
      const fingerprint = await this.#needs.store.call('fingerprint', this.#type)
      const leftOut = Math.max(0, (total ?? count) - count)
      if (isSteady || fingerprint === last) return this.#finish({ total, leftOut, isWhole: true }, true)
      last = fingerprint
    }
    await this.#finish({ total: null, leftOut: 0, isWhole: false }, true)
    throw new AppError(
      'list-changes',
      'The list kept changing while Mailroom read it, so some entries may be missing or outdated.',
      {
        retryable: true,
      },
    )
  }

  async #pass(): Promise<{ isSteady: boolean; total: number | null; count: number }> {
    await this.#needs.store.call('begin', this.#type, 'nothing')
    const first = await this.#page(1)
    let [count, leftOut, total] = [first.count, first.leftOut, first.total]
    let hasShrunk = false
    let lastRead = first.read
    const take = (page: Page): void => {
      hasShrunk ||= page.total !== null && total !== null && page.total < total
      total = page.total
      count = Math.max(count, page.count)
      leftOut += page.leftOut
      lastRead = page.read
      this.#needs.progress(count + leftOut, total)
    }
    this.#needs.progress(first.read, total)
    this.#show(count, total)
    const planned = first.total === null || first.read === 0 ? 1 : Math.ceil(first.total / first.read)
    await this.#pages(planned, take)
    // Entries that were added meanwhile have moved the last ones to later pages. Without a total, this reads all of them.
    for (let number = planned + 1; lastRead > 0 && (total === null || count + leftOut < total); number++) {
      const page = await this.#page(number)
      take(page)
      // A service that repeats its last page forever.
      if (page.news === 0) break
    }
    const isSteady = first.total !== null && !hasShrunk && count + leftOut === first.total
    return { isSteady, total, count }
  }

  /** Pages 2 to `last`, several at once. */
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
      // Running requests must have ended before the list is started again.
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

  /** While there is no whole copy, the newest entries are shown as soon as they arrive. */
  #show(count: number, total: number | null): void {
    if (this.#before?.isWhole === true || this.#showing || count < this.#shown * growthShown) return
    // The rest is shown at the end.
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
    // Without a whole read, nothing proves that an entry is gone.
    if (hasChanged) await store.call('publish', meta, !found.isWhole)
    else await store.call('describe', meta)
    await store.call('save', this.#type)
    changed()
  }
}

/** Some services return the type in the field where others name the custom list. */
const typeNames: ReadonlySet<string> = new Set([...blacklistTypes, 'unsubscribes'])

function toEntry({ email, date, reason, list }: BlacklistPage['items'][number]): Entry {
  return {
    email,
    date: date === null ? 0 : Math.max(0, Math.floor(date / 1000)),
    reason: reason ?? '',
    list: typeNames.has(list) ? '' : list,
  }
}
