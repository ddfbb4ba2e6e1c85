import type { DraftPart } from '#shared/contract/base/draft.ts'
import type { Finding } from '#shared/domain/drafts/checks/finding.ts'
import { openWorker, type PageWorker } from '../../../lib/workers/open-worker.ts'
import type { CheckResult, CheckTask } from './check-worker.ts'
import code from './check-worker.ts?worker&url'

/** Time limit in milliseconds, because markup can be crafted to be slow to check. */
const longest = 15_000

/**
 * Checks HTML in a separate worker. A task that has not started when a newer one arrives is dropped, and returns null.
 */
export class HtmlChecks {
  #worker: PageWorker | null = null
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: { turn: number; done: (result: CheckResult | null) => void } | null = null
  #next: { task: CheckTask; done: (result: CheckResult | null) => void } | null = null

  /** Returns null if a newer task replaced this one, or if the HTML couldn’t be checked. */
  check(html: string, parts: readonly DraftPart[]): Promise<readonly Finding[] | null> {
    this.#next?.done(null)
    return new Promise((resolve) => {
      const done = (result: CheckResult | null) => resolve(result && result.failure === null ? result.findings : null)
      this.#next = { task: { turn: ++this.#turn, html, parts }, done }
      this.#begin()
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = null
    this.#running?.done(null)
    this.#next?.done(null)
    this.#running = null
    this.#next = null
  }

  #begin(): void {
    if (this.#running || !this.#next) return
    const { task, done } = this.#next
    this.#next = null
    this.#running = { turn: task.turn, done }
    this.#open().postMessage(task)
    this.#timer = setTimeout(() => this.#giveUp(), longest)
  }

  #open(): PageWorker {
    if (this.#worker) return this.#worker
    const worker = openWorker(code)
    worker.addEventListener('message', (event) => this.#end((event as MessageEvent<CheckResult>).data))
    worker.addEventListener('error', () => this.#giveUp())
    this.#worker = worker
    return worker
  }

  #end(result: CheckResult | null): void {
    const running = this.#running
    if (!running || (result && result.turn !== running.turn)) return
    clearTimeout(this.#timer)
    this.#running = null
    running.done(result)
    this.#begin()
  }

  /** Ends a worker that hangs or has failed; the next task starts a new one. */
  #giveUp(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#end(null)
  }
}
