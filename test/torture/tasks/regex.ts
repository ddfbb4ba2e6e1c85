import { failed, held, type Verdict } from '../cage/case.ts'
import { doubling, measureGrowth } from '../growth.ts'
import { attacksOn } from '../regexes/attacks.ts'

const lengths = doubling(1024, 65_536)
/** Quadratic cost is visible at a few thousand letters. No search in the longest text may take longer than this. */
const mostSeconds = 1

export function task({ source, flags }: { source: string; flags: string }): Verdict {
  const regex = new RegExp(source, flags)
  let cpuSeconds = 0
  for (const attack of attacksOn(source, flags)) {
    // Exponential cost is visible in short texts, which still finish.
    for (const steps of [[16, 18, 20, 22, 24], lengths]) {
      const verdict = measureGrowth(steps, (length) => {
        const text = attack.prefix + attack.pump.repeat(Math.ceil(length / attack.pump.length)) + attack.suffix
        // `replace` searches on after every match, so the whole text is read.
        return () => text.replace(regex, '')
      })
      const seconds = verdict.cpuSeconds ?? 0
      cpuSeconds = Math.max(cpuSeconds, seconds)
      if (!verdict.held || seconds > mostSeconds) {
        return failed(`/${source}/${flags} on ${JSON.stringify(attack)}: ${verdict.what}`, { cpuSeconds })
      }
    }
  }
  return held('linear', { cpuSeconds })
}
