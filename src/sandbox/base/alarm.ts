import type { SandboxClock } from './clock.ts'

/** The longest wait in milliseconds. Also the pause after an error such as a full disk. */
const longestWait = 60_000

/**
 * Calls back when the sandbox’s clock reaches a time, but never waits longer than `longestWait`. Does not keep the
 * process alive.
 */
export class Alarm {
  readonly #clock: Pick<SandboxClock, 'now' | 'state'>
  readonly #ring: () => void
  #timer: NodeJS.Timeout | undefined
  #pausedUntil = -Infinity

  constructor(clock: Pick<SandboxClock, 'now' | 'state'>, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil
  }

  pause(): void {
    this.#pausedUntil = performance.now() + longestWait
  }

  /**
   * Replaces the previous time. If `due` is null or the clock is stopped, there is no alarm. During a pause after an
   * error, the alarm goes off when the pause ends, whatever the time.
   */
  set(due: number | null): void {
    this.clear()
    const pause = this.#pausedUntil - performance.now()
    const untilDue = due !== null && this.#clock.state().running ? due - this.#clock.now() : Infinity
    const wait = pause > 0 ? pause : untilDue
    if (wait === Infinity) return
    this.#timer = setTimeout(this.#ring, Math.min(Math.max(wait, 0) + 1, longestWait))
    this.#timer.unref()
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
