import { untrack } from 'svelte'
import type { CommandOutput } from '#shared/contract/table.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { PagedRows } from '../../lib/state/paged-rows.svelte.ts'

export type RecipientAnswer = CommandOutput<'recipients.get'>
export type RecipientMessage = RecipientAnswer['messages'][number]

export const pageSize = 200

type Ask = (offset: number, limit: number) => Promise<RecipientAnswer>

/** One recipient's messages, fetched by the page as the table scrolls. */
export class RecipientTimeline {
  readonly first: Loader<RecipientAnswer>
  readonly #rows = new PagedRows<readonly RecipientMessage[]>({
    pageSize,
    count: () => this.first.value?.total ?? 0,
    read: (page) => this.#read(page),
  })
  readonly show = this.#rows.show
  readonly retry = this.#rows.retry
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
    this.first = new Loader(() => ask(0, pageSize))
  }

  /** Why a page after the first one could not be read; null while none has failed. */
  get pageError(): unknown {
    return this.#rows.error
  }

  load = async (): Promise<void> => {
    // This runs in an effect, which must not depend on the value that it loads itself.
    const before = untrack(() => this.first.value)
    await this.first.load()
    const now = this.first.value
    if (!now || now === before) return
    // New messages move every row: the earlier pages would repeat some and lack others.
    const later = before?.total === now.total && before.email === now.email ? this.#rows.pages : {}
    this.#rows.replace({ ...later, 0: now.messages })
  }

  rowAt = (index: number): RecipientMessage | undefined => this.#rows.pageOf(index)?.[index % pageSize]

  indexOf(row: number): number {
    for (const [page, messages] of Object.entries(this.#rows.pages)) {
      const place = messages.findIndex((message) => message.row === row)
      if (place >= 0) return Number(page) * pageSize + place
    }
    return -1
  }

  async #read(page: number): Promise<readonly RecipientMessage[]> {
    const { edition } = this.#rows
    const { messages, total } = await this.#ask(page * pageSize, pageSize)
    if (edition === this.#rows.edition && total !== this.first.value?.total) await this.load()
    return messages
  }
}
