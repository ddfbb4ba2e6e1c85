/** Interrupts long work, so that the next call can continue it. */
export type Deadline = { passed(): boolean }

/** The first look never finds it passed: however busy the computer is, each turn gets on by a step. */
export function until(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds
  let isFirst = true
  return {
    passed() {
      if (!isFirst) return performance.now() > end
      isFirst = false
      return false
    },
  }
}
