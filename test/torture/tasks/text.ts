import { failed, type Verdict } from '../cage/case.ts'
import { texts } from '../generators/texts.ts'
import { doubling, measureGrowth } from '../growth.ts'
import { textReaders } from '../text-readers.ts'

/** Up to the longest text that a search allows. */
const lengths = doubling(2560, 20_480)
/** For the longest text: a keystroke or a row must not take longer. */
const mostSeconds = 0.5

export function task({ reader, text }: { reader: string; text: string }): Verdict {
  const read = textReaders[reader]!
  const make = texts[text]!
  const verdict = measureGrowth(lengths, (length) => {
    const given = make(length)
    return () => read(given)
  })
  const { cpuSeconds = 0 } = verdict
  if (verdict.held && cpuSeconds > mostSeconds) {
    return failed(`linear, but ${cpuSeconds.toFixed(2)} s for ${lengths.at(-1)} letters`, { cpuSeconds })
  }
  return verdict
}
