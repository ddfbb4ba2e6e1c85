import type { Clock } from '#core/base/ports.ts'

type Alarm = { readonly at: number; readonly callback: () => void; readonly timer: NodeJS.Timeout }

/** The real clock, which a test may put forward: alarms that have become due fire at once. */
export class JumpingClock implements Clock {
  #ahead = 0
  readonly #alarms = new Set<Alarm>()

  now(): number {
    return Date.now() + this.#ahead
  }

  after(milliseconds: number, callback: () => void): { cancel(): void } {
    const timer = setTimeout(() => this.#fire(alarm), milliseconds)
    const alarm = { at: this.now() + milliseconds, callback, timer }
    this.#alarms.add(alarm)
    return { cancel: () => void this.#forget(alarm) }
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds
    for (const alarm of [...this.#alarms]) if (alarm.at <= this.now()) this.#fire(alarm)
  }

  #fire(alarm: Alarm): void {
    if (this.#forget(alarm)) alarm.callback()
  }

  #forget(alarm: Alarm): boolean {
    clearTimeout(alarm.timer)
    return this.#alarms.delete(alarm)
  }
}
