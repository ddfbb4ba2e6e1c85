import { fileTypes } from '#shared/contract/base/file-type.ts'
import type { Group } from '../cage/case.ts'

const perKind = 2000

/** Valid files with a few changes, the same ones in every run. */
export const group: Group = {
  name: 'mutants',
  limits: { cpuSeconds: 5, isFresh: false },
  isTerse: true,
  cases: () =>
    fileTypes.flatMap((kind) =>
      Array.from({ length: perKind }, (_, seed) => ({
        name: `${kind} ${seed}`,
        task: 'mutant',
        input: { kind, seed },
      })),
    ),
}
