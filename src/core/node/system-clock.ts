import type { Clock } from '../base/ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    // The timer does not keep the process alive: quitting need not wait for a progress tick.
    const timer = setTimeout(callback, milliseconds).unref()
    return { cancel: () => clearTimeout(timer) }
  },
}
