import { AppError } from '#shared/contract/base/error.ts'
import type { AccessLine } from '#shared/contract/team.ts'
import type { AccessChoice } from '#shared/contract/base/team/access-log.ts'
import type { Host } from '../../lib/host/host.ts'
import { everyLine, filterOf, type EnteredFilter } from './access-text.ts'

const linesAtOnce = 100

type Of = { readonly accountId: string; readonly zone: () => string }

/** A team archive’s access log, loaded page by page while scrolling. */
export class AccessLog {
  lines = $state.raw<readonly AccessLine[]>([])
  entered = $state.raw<EnteredFilter>(everyLine)
  logged = $state.raw<AccessChoice>()
  /** Why the user may not read the log; null if they may. */
  refused = $state.raw<string | null>(null)
  error = $state.raw<AppError>()
  busy = $state(false)
  /** Whether the loaded lines match the entered filter. */
  isLoaded = $state(false)
  readonly #host: Host
  readonly #of: Of
  #isComplete = false
  #turn = 0

  constructor(host: Host, of: Of) {
    this.#host = host
    this.#of = of
  }

  get isFiltered(): boolean {
    return Object.keys(this.#filter()).length > 0
  }

  enter(change: Partial<EnteredFilter>): void {
    const before = JSON.stringify(this.#filter())
    this.entered = { ...this.entered, ...change }
    if (JSON.stringify(this.#filter()) === before) return
    this.isLoaded = false
    this.reload()
  }

  reload = (): void => {
    this.#turn += 1
    this.#isComplete = false
    this.busy = false
    void this.#load(undefined)
  }

  more = async (): Promise<void> => {
    if (!this.busy && !this.#isComplete && this.isLoaded) await this.#load(this.lines.at(-1)?.id)
  }

  /** Shows the choice immediately, and restores the previous one if it can’t be saved. */
  async choose(choice: AccessChoice): Promise<void> {
    const before = this.logged
    this.logged = choice
    try {
      const { accountId } = this.#of
      this.logged = (await this.#host.invoke('team.chooseAccessLog', { accountId, choice })).logged
    } catch (thrown) {
      this.logged = before
      throw thrown
    }
    this.reload()
  }

  /** Saves all lines that match the filter, including those not loaded yet. */
  async save(): Promise<void> {
    const { accountId } = this.#of
    const { fileToken, name } = await this.#host.invoke('team.exportAccessLog', { accountId, filter: this.#filter() })
    await this.#host.save(fileToken, name)
  }

  #filter() {
    return filterOf(this.entered, this.#of.zone())
  }

  async #load(before: number | undefined): Promise<void> {
    const turn = this.#turn
    this.busy = true
    try {
      const { accountId } = this.#of
      const asked = { accountId, filter: this.#filter(), before, limit: linesAtOnce }
      const { lines, logged, refused } = await this.#host.invoke('team.accessLog', asked)
      if (turn !== this.#turn) return
      this.#isComplete = lines.length < linesAtOnce
      this.lines = before === undefined ? lines : [...this.lines, ...lines]
      this.logged = logged
      this.refused = refused
      this.error = undefined
      this.isLoaded = true
    } catch (thrown) {
      if (turn === this.#turn) this.error = AppError.from(thrown)
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }
}
