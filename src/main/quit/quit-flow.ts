import type { App } from '#core/create-app.ts'
import type { Logger } from '#core/base/ports.ts'

export type QuitAnswer = 'wait' | 'stop' | 'cancel'

type Steps = {
  runningJobs(): readonly string[]
  ask(titles: readonly string[]): Promise<QuitAnswer>
  /** Resolves when no job is running or the signal is aborted. */
  idle(signal: AbortSignal): Promise<void>
  /** Has the page save everything unsaved. Returns how many drafts could not be saved. */
  savePage(): Promise<number>
  /** Has the page save what it can within seconds, without asking the user. */
  savePageInTime(): Promise<void>
  /** Asks the user whether to quit although this many drafts are unsaved. */
  askUnsaved(unsaved: number): Promise<boolean>
  /** Called if the user decides to stay, so that the page accepts input again. */
  stay(): void
  /** Stops running work at a safe point and writes everything still unwritten. */
  close(): Promise<void>
  leave(): void
  readonly logger: Logger
}

/**
 * Handles quitting, from the request to the end of the process, without losing work. A second request while jobs are
 * still running asks again, because the user may have changed their mind.
 */
export class QuitFlow {
  readonly #steps: Steps
  #state: 'open' | 'asking' | 'waiting' | 'saving' | 'closing' | 'closed' = 'open'
  #waiting = new AbortController()

  constructor(steps: Steps) {
    this.#steps = steps
  }

  /** Whether everything is written and the process may end. */
  get closed(): boolean {
    return this.#state === 'closed'
  }

  async request(): Promise<void> {
    if (this.#state !== 'open' && this.#state !== 'waiting') return
    this.#waiting.abort()
    const titles = this.#steps.runningJobs()
    if (titles.length === 0) return this.#saveAndClose()
    this.#state = 'asking'
    const answer = await this.#steps.ask(titles)
    // The session may have ended while the dialog was open. The app is then already closing.
    if (this.#state !== 'asking') return
    if (answer === 'cancel') this.#state = 'open'
    else if (answer === 'stop') await this.#saveAndClose()
    else await this.#wait()
  }

  /** Closes without asking: the system is ending the session and allows only seconds. */
  async closeNow(): Promise<void> {
    if (this.#state === 'closing' || this.#state === 'closed') return
    this.#waiting.abort()
    // Joins a save that is under way. If some drafts could not be saved, the page tries once more.
    await this.#steps.savePageInTime()
    await this.#close()
  }

  async #wait(): Promise<void> {
    this.#state = 'waiting'
    const waiting = new AbortController()
    this.#waiting = waiting
    await this.#steps.idle(waiting.signal)
    if (!waiting.signal.aborted) await this.#saveAndClose()
  }

  async #saveAndClose(): Promise<void> {
    this.#state = 'saving'
    const unsaved = await this.#steps.savePage()
    const leaves = unsaved === 0 || (await this.#steps.askUnsaved(unsaved))
    // The session may have ended in the meantime.
    if (this.#state !== 'saving') return
    if (leaves) return this.#close()
    this.#state = 'open'
    this.#steps.stay()
  }

  async #close(): Promise<void> {
    if (this.#state === 'closing' || this.#state === 'closed') return
    this.#state = 'closing'
    try {
      await this.#steps.close()
    } catch (thrown) {
      // The process ends even after an error, because a process that never ends would be worse.
      this.#steps.logger.log('error', 'closing failed', { reason: String(thrown) })
    }
    this.#state = 'closed'
    this.#steps.leave()
  }
}

/** Resolves when no job is running or the signal is aborted. */
export function untilIdle(core: Pick<App, 'runningJobs' | 'subscribe'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!signal.aborted && core.runningJobs().length > 0) return
      stop()
      resolve()
    }
    const stop = core.subscribe(check)
    signal.addEventListener('abort', check, { once: true })
    check()
  })
}
