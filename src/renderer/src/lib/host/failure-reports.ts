import { AppError } from '#shared/contract/base/error.ts'
import type { Host } from './host.ts'

/** Enough to see the problem, and few enough that a loop cannot fill the disk. */
const mostReports = 20

/** Writes page failures to the same log as everything else. */
export class FailureReports {
  readonly #host: Pick<Host, 'invoke'>
  readonly #known = new Set<string>()

  constructor(host: Pick<Host, 'invoke'>) {
    this.#host = host
  }

  /** Reports each failure once. Errors returned by the host are left out, because the host already has them. */
  readonly report = (thrown: unknown): void => {
    if (thrown instanceof AppError || this.#known.size >= mostReports) return
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const message = error.message.slice(0, 4000)
    if (this.#known.has(message)) return
    this.#known.add(message)
    this.#host.invoke('logs.report', { message, stack: (error.stack ?? '').slice(0, 8000) }).catch(() => undefined)
  }
}
