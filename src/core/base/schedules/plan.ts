import { basename } from 'node:path'
import { z } from 'zod'
import { lastRun, type Timing } from '#shared/contract/base/timing.ts'

/** What the user chooses of every schedule. */
export type Choice = { readonly accountId: string; readonly timing: Timing }

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

/** Reads the schedules of a file, also of one that is older than the word `timing`. */
export function readStored<Stored>(parsed: unknown, stored: z.ZodType<Stored>): Stored[] {
  return z.array(z.preprocess(asNow, stored)).parse(parsed)
}

function asNow(one: unknown): unknown {
  if (typeof one !== 'object' || one === null || !('rhythm' in one)) return one
  const { rhythm: timing, ...rest } = one
  return { timing, ...rest }
}

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
