import type { Group } from '../cage/case.ts'
import { collectRegexes } from '../regexes/collect.ts'

/** Every regex of the sources on growing text, unless a comment says why it is exempt. */
export const group: Group = {
  name: 'regexes',
  limits: { cpuSeconds: 10, isFresh: false },
  isTerse: true,
  cases: () =>
    collectRegexes().flatMap(({ place, source, flags, exemption }) =>
      source === null || exemption !== null ? [] : [{ name: place, task: 'regex', input: { source, flags } }],
    ),
}
