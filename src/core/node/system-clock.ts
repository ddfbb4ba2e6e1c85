import type { Clock } from '../base/ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    // Never keeps the process alive by itself: a quit need not wait for a progress tick.
    const timer = setTimeout(callback, milliseconds).unref()
    return { cancel: () => clearTimeout(timer) }
  },
}
