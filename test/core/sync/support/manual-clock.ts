import type { Clock } from '#core/base/ports.ts'

/** A clock that goes where it is told; timers fire when it passes them. */
export class ManualClock implements Clock {
  #now: number
  readonly #timers = new Set<{ at: number; callback: () => void }>()

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(milliseconds: number, callback: () => void): { cancel(): void } {
    const timer = { at: this.#now + milliseconds, callback }
    this.#timers.add(timer)
    return { cancel: () => void this.#timers.delete(timer) }
  }

  set(now: number): void {
    this.#now = now
    for (const timer of [...this.#timers].sort((a, b) => a.at - b.at)) {
      if (timer.at > now || !this.#timers.delete(timer)) continue
      timer.callback()
    }
  }

  advance(milliseconds: number): void {
    this.set(this.#now + milliseconds)
  }

  get waiting(): number {
    return this.#timers.size
  }
}
