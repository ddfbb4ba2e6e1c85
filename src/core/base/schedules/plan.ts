import { basename } from 'node:path'
import { z } from 'zod'
import { lastRun, type Rhythm } from '#shared/contract/base/rhythm.ts'

/** What the user chooses of every schedule. */
export type Choice = { readonly accountId: string; readonly rhythm: Rhythm }

/** What the clock keeps of a schedule. The page is shown the name of the folder, and never its path. */
export const plan = {
  id: z.uuid(),
  zone: z.string(),
  folderPath: z.string(),
  paused: z.boolean(),
  /** Epoch milliseconds of the next run. A paused schedule keeps it, and a new one is set when it is resumed. */
  due: z.number().int(),
  last: lastRun.nullable(),
}
export type Plan = z.infer<z.ZodObject<typeof plan>>

/** What the page is shown of it. */
export function shownPlan({ folderPath, paused, due }: Pick<Plan, 'folderPath' | 'paused' | 'due'>): {
  folder: string
  nextRun: number | null
} {
  return { folder: basename(folderPath) || folderPath, nextRun: paused ? null : due }
}

/** A run that was in progress when Mailroom ended did not write its file, so it is shown as failed. */
export function interruptedByStop<Stored extends Plan>(stored: Stored, text: string): Stored {
  return stored.last?.state === 'running' ? { ...stored, last: { ...stored.last, state: 'failed', text } } : stored
}
