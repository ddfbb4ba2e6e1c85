import { setTimeout as pause } from 'node:timers/promises'

/** Tries until it does not throw; the last failure is the one reported. For conditions that send no event. */
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
