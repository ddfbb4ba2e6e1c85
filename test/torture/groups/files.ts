import type { Group } from '../cage/case.ts'
import { files } from '../generators/files.ts'

/** Hostile files in the app: inspected, imported, and cancelled if they take too long. */
export const group: Group = {
  name: 'files',
  limits: { cpuSeconds: 20, isFresh: true },
  cases: () =>
    Object.entries(files).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => ({ name: `${kind}: ${name}`, task: 'file', input: { kind, name } })),
    ),
}
