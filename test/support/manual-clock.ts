import type { Clock } from '#core/base/ports.ts'

type Alarm = { at: number; callback: () => void }

/**
 * A clock that moves only when a test moves it. Alarms fire in order, including those set by other alarms. With
 * `skips`, shorter delays end at once, so a pause before a retry takes no time.
 */
export class ManualClock implements Clock {
  /** The delays that were skipped. */
  readonly slept: number[] = []
  #now: number
  readonly #skips: number
  readonly #alarms = new Set<Alarm>()

  constructor(start = Date.UTC(2026, 0, 15, 12), { skips = 0 } = {}) {
    this.#now = start
    this.#skips = skips
  }

  now(): number {
    return this.#now
  }

  after(milliseconds: number, callback: () => void): { cancel(): void } {
    const alarm = { at: this.#now + milliseconds, callback }
    this.#alarms.add(alarm)
    if (milliseconds < this.#skips) {
      this.slept.push(milliseconds)
      setImmediate(() => this.#alarms.has(alarm) && this.set(alarm.at))
    }
    return { cancel: () => void this.#alarms.delete(alarm) }
  }

  /** The computer sleeps: time passes, but timers do not count it. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds
    for (const alarm of this.#alarms) alarm.at += milliseconds
  }

  /** Sets the clock forwards or back. */
  set(now: number): void {
    if (now < this.#now) this.#now = now
    this.advance(now - this.#now)
  }

  /** The number of pending alarms. */
  get waiting(): number {
    return this.#alarms.size
  }

  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (let next = this.#next(end); next !== null; next = this.#next(end)) {
      this.#alarms.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.callback()
    }
    this.#now = end
  }

  #next(end: number): Alarm | null {
    let first: Alarm | null = null
    for (const alarm of this.#alarms) {
      if (alarm.at <= end && (first === null || alarm.at < first.at)) first = alarm
    }
    return first
  }
}
