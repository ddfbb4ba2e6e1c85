import type { SendRun } from './send-run.ts'

/** The runs of each send in progress. A send that was paused and resumed has two until the first one’s calls have ended. */
export class OpenRuns {
  readonly #runs = new Map<string, Set<SendRun>>()
  /** The work in progress for each send, including the work after its runs have ended. */
  readonly #works = new Map<string, Promise<unknown>>()

  has(id: string): boolean {
    return this.#runs.has(id)
  }

  add(id: string, run: SendRun): void {
    this.#runs.set(id, (this.#runs.get(id) ?? new Set()).add(run))
  }

  /** Returns whether this was the send’s last run. */
  remove(id: string, run: SendRun): boolean {
    const runs = this.#runs.get(id)
    runs?.delete(run)
    if (runs?.size !== 0) return false
    return this.#runs.delete(id)
  }

  /** Follows a run until `ended`, which includes the work after the run. */
  async follow(id: string, ended: Promise<void>): Promise<void> {
    this.#works.set(id, Promise.allSettled([this.#works.get(id), ended]))
    await ended
    if (!this.#runs.has(id)) this.#works.delete(id)
  }

  halt(id: string): void {
    for (const run of this.#runs.get(id) ?? []) run.halt()
  }

  /** Ends the calls in progress, too. Resolves when none is left. */
  async giveUp(id: string): Promise<void> {
    const runs = [...(this.#runs.get(id) ?? [])]
    for (const run of runs) run.giveUp()
    await Promise.all(runs.map(({ ended }) => ended))
  }

  /** Resolves when none of the send’s calls is in progress and the send’s state contains their results. */
  async settled(id: string): Promise<void> {
    await Promise.all([...(this.#runs.get(id) ?? [])].map(({ ended }) => ended))
    await this.#works.get(id)
  }

  all(): SendRun[] {
    return [...this.#runs.values()].flatMap((some) => [...some])
  }
}
