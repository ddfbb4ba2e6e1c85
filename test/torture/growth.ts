import { failed, held, type Verdict } from './cage/case.ts'
import { cpuSeconds } from './cage/process-usage.ts'

/** Below this, clock resolution and compilation hide the real cost. */
const floorSeconds = 0.02
/** If the text doubles, linear time grows by 2 and quadratic time by 4. */
const steepest = 3

/**
 * Runs `work` on texts of growing length and compares the costs. A step that is too steep is measured again, because
 * it may contain a garbage collection. If even the longest text takes no measurable time, there is nothing to
 * compare.
 */
export function measureGrowth(lengths: readonly number[], make: (length: number) => () => unknown): Verdict {
  const atOnce = timed(make(lengths.at(-1)!))
  if (atOnce < floorSeconds) return held(`${lengths.at(-1)} letters at once`, { cpuSeconds: atOnce })
  let before = 0
  let greatest = 0
  for (const length of lengths) {
    const work = make(length)
    const steep = (seconds: number): boolean => before > floorSeconds && seconds > before * steepest
    let seconds = timed(work)
    if (steep(seconds)) seconds = Math.min(seconds, timed(work))
    if (steep(seconds)) {
      const factor = (seconds / before).toFixed(1)
      return failed(`${factor} times the CPU for twice the text, ${seconds.toFixed(2)} s at ${length}`, {
        cpuSeconds: seconds,
      })
    }
    before = seconds
    greatest = Math.max(greatest, seconds)
  }
  return held(`up to ${lengths.at(-1)} letters`, { cpuSeconds: greatest })
}

function timed(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  return cpuSeconds(begun)
}

/** 1,000, 2,000, 4,000 … up to the last. */
export function doubling(first: number, last: number): number[] {
  const lengths: number[] = []
  for (let length = first; length <= last; length *= 2) lengths.push(length)
  return lengths
}
