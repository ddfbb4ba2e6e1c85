import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { SentList } from './sent-list.svelte.ts'

export type RecordCounts = CommandOutput<'sends.counts'>

/** The maximum number of sends whose results are read when the list opens or the archive changes. */
const mostRead = 100
/** The age of a send, in milliseconds, beyond which its records hardly change while the list is open. */
const stillComing = 86_400_000

const noCounts: RecordCounts = {}

/**
 * The results of the listed sends, based on their records. The calls cannot report them, because an accepted message
 * may still be filtered. Sends are read one by one, newest first, so that a long history delays nothing.
 */
export class SentResults {
  readonly #host: Pick<Host, 'invoke'>
  readonly #list: SentList
  /** The counts by send id. */
  #counts = $state.raw<Readonly<Record<string, RecordCounts>>>({})
  #wanted: readonly string[] = []
  #isReading = false

  constructor(host: Pick<Host, 'invoke'>, list: SentList) {
    this.#host = host
    this.#list = list
  }

  of({ id }: Pick<SendSummary, 'id'>): RecordCounts {
    return this.#counts[id] ?? noCounts
  }

  read(): Promise<void> {
    return this.#want(this.#list.all)
  }

  readonly receive = (event: AppEvent): void => {
    const { all, accountId } = this.#list
    if (event.name === 'archive.changed' && event.payload.accountId === accountId)
      void this.#want(all.filter(({ at }) => at > Date.now() - stillComing))
    if (event.name === 'sends.changed' && event.payload.accountId === accountId) void this.#want([event.payload])
  }

  async #want(sends: readonly SendSummary[]): Promise<void> {
    const ended = sends.filter(({ id, state, sent }) => state === 'sent' && sent > 0 && !this.#wanted.includes(id))
    this.#wanted = [...this.#wanted, ...ended.slice(0, mostRead).map(({ id }) => id)]
    if (this.#isReading) return
    this.#isReading = true
    for (let id = this.#next(); id !== undefined; id = this.#next()) {
      // The send may have been removed by now.
      const counts = await this.#host.invoke('sends.counts', { id }).catch(() => null)
      if (counts !== null) this.#counts = { ...this.#counts, [id]: counts }
    }
    this.#isReading = false
  }

  /** A send requested again while it is being read is read again after the others. */
  #next(): string | undefined {
    const [id, ...others] = this.#wanted
    this.#wanted = others
    return id
  }
}
