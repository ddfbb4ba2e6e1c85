import { untrack } from 'svelte'
import type { CommandOutput } from '#shared/contract/table.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'

export type RecipientAnswer = CommandOutput<'recipients.get'>
export type RecipientMessage = RecipientAnswer['messages'][number]

export const pageSize = 200

type Pages = Readonly<Record<number, readonly RecipientMessage[]>>
type Ask = (offset: number, limit: number) => Promise<RecipientAnswer>

/** One recipient's messages, fetched by the page as the table scrolls. */
export class RecipientTimeline {
  readonly first: Loader<RecipientAnswer>
  /** The pages after the first one, by number. */
  #later = $state.raw<Pages>({})
  pageError = $state.raw<unknown>()
  readonly #ask: Ask
  #asked: readonly number[] = []
  #turn = 0

  constructor(ask: Ask) {
    this.#ask = ask
    this.first = new Loader(() => ask(0, pageSize))
  }

  load = async (): Promise<void> => {
    // This runs in an effect, which must not depend on the value that it loads itself.
    const before = untrack(() => this.first.value)
    await this.first.load()
    const now = this.first.value
    if (!now || now === before) return
    this.#turn++
    this.#asked = []
    this.pageError = undefined
    // New messages move every row: the earlier pages would repeat some and lack others.
    if (before?.total !== now.total || before.email !== now.email) this.#later = {}
  }

  rowAt = (index: number): RecipientMessage | undefined => {
    const page = Math.floor(index / pageSize)
    const rows = page === 0 ? this.first.value?.messages : this.#later[page]
    return rows?.[index % pageSize]
  }

  indexOf(row: number): number {
    const pages: Pages = { ...this.#later, 0: this.first.value?.messages ?? [] }
    for (const [page, messages] of Object.entries(pages)) {
      const place = messages.findIndex((message) => message.row === row)
      if (place >= 0) return Number(page) * pageSize + place
    }
    return -1
  }

  /** Called by the table with the rows in view, both ends included. */
  show = (first: number, last: number): void => {
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page++) {
      // A page that failed waits for the user: fetching it again automatically would never end.
      if (page > 0 && !this.#later[page] && !this.#asked.includes(page)) void this.#fetch(page)
    }
  }

  retry = (): void => {
    this.pageError = undefined
    for (const page of this.#asked.filter((asked) => !this.#later[asked])) void this.#fetch(page)
  }

  async #fetch(page: number): Promise<void> {
    const turn = this.#turn
    this.#asked = [...this.#asked.filter((asked) => asked !== page), page]
    try {
      const { messages, total } = await this.#ask(page * pageSize, pageSize)
      if (turn !== this.#turn) return
      this.#later = { ...this.#later, [page]: messages }
      if (total !== this.first.value?.total) await this.load()
    } catch (thrown) {
      if (turn === this.#turn) this.pageError = thrown
    }
  }
}
