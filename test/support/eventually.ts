import { setTimeout as pause } from 'node:timers/promises'

/** Repeats `attempt` until it succeeds, and rejects with the last error. For conditions that no event reports. */
export async function eventually<Result>(attempt: () => Result | Promise<Result>, timeout = 30_000): Promise<Result> {
  const end = performance.now() + timeout
  for (;;) {
    try {
      return await attempt()
    } catch (thrown) {
      if (performance.now() > end) throw thrown
    }
    await pause(20)
  }
}
