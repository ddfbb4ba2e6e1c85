import type { ComparedBy } from '#shared/contract/statistics.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { ServiceFilter } from '#shared/domain/statistics/service/service-filter.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'

export type Compared = CommandOutput<'statistics.reconcile'>

type Question = { readonly range: DateRange; readonly by: ComparedBy; readonly values: ServiceFilter['values'] }

/**
 * A comparison is kept with its question: while the next comparison is running, the previous lines are shown with their
 * own days.
 */
type Answered = Compared & { readonly question: Question }

/** Compares the service with the archive. Days are always compared, because only days can be read again. */
export class SourceComparison {
  readonly #host: Host
  readonly #accountId: string
  #question: Question | undefined
  readonly days = new Loader(() => this.#ask('day'))
  readonly #tags = new Loader(() => this.#ask('tag'))
  readonly #domains = new Loader(() => this.#ask('domain'))

  constructor(host: Host, accountId: string) {
    this.#host = host
    this.#accountId = accountId
  }

  by(grouping: ComparedBy): Loader<Answered> {
    return { day: this.days, tag: this.#tags, domain: this.#domains }[grouping]
  }

  ask(question: Question): Promise<void> {
    this.#question = question
    return this.reload()
  }

  reload = async (): Promise<void> => {
    const { by } = this.#question!
    await Promise.all([this.days.load(), ...(by === 'day' ? [] : [this.by(by).load()])])
  }

  async #ask(by: ComparedBy): Promise<Answered> {
    const question = this.#question!
    const { range, values } = question
    const { froms, apiKeys, tags } = values
    const filter = { froms: [...froms], apiKeys: [...apiKeys], tags: [...tags] }
    const compared = await this.#host.invoke('statistics.reconcile', {
      accountId: this.#accountId,
      ...range,
      by,
      ...filter,
    })
    return { ...compared, question }
  }
}
