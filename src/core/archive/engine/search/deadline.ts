/** Interrupts long work, so that the next call can continue it. */
export type Deadline = { passed(): boolean }

/** The first check never reports a passed deadline, so that each turn makes progress even on a busy computer. */
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
