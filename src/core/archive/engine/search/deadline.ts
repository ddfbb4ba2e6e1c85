/** Interrupts long work, so that the next call can continue it. */
export type Deadline = { passed(): boolean }

/** Never passed at the first check: however busy the computer is, each turn makes one step of progress. */
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
