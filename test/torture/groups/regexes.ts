import type { Group } from '../cage/case.ts'
import { collectRegexes } from '../regexes/collect.ts'

/** Every regex of the sources against text that grows, unless it says why it need not hold. */
export const group: Group = {
  name: 'regexes',
  limits: { cpuSeconds: 10, isFresh: false },
  isTerse: true,
  cases: () =>
    collectRegexes().flatMap(({ place, source, flags, exemption }) =>
      source === null || exemption !== null ? [] : [{ name: place, task: 'regex', input: { source, flags } }],
    ),
}
