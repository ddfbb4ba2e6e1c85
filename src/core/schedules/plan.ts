import { basename } from 'node:path'
import { z } from 'zod'
import { lastRun, type Timing } from '#shared/contract/base/timing.ts'
import { missedRuns, type ScheduleKind } from '#shared/contract/schedules.ts'
import { withRenamedFields } from '../base/renamed-fields.ts'

/** User choices common to all schedules. */
export type Choice = { readonly kind: ScheduleKind; readonly accountId: string; readonly timing: Timing }

/** The stored fields common to all schedules. The page receives the folder’s name, never its path. */
export const plan = {
  id: z.uuid(),
  zone: z.string(),
  folderPath: z.string(),
  paused: z.boolean(),
  /** Epoch milliseconds of the next run. A paused schedule keeps this value and gets a new one when it is resumed. */
  due: z.number().int(),
  last: lastRun.nullable(),
  /** Missing for reports in files written by earlier versions. */
  missed: missedRuns.default([]),
  /** Null for a schedule used only on this computer. Any other schedule is a copy of the version in the team archive. */
  sharedBy: z.string().nullable().default(null),
  /**
   * When the last run on this computer began; null if there was none. Runs of a shared schedule on other computers do
   * not count.
   */
  ranHere: z.number().int().nullable().default(null),
}
export type Plan = z.infer<z.ZodObject<typeof plan>>

export type Planned = Choice & Plan

/** Reads the schedules in a file. `earlier` contains the field names used in files written by earlier versions. */
export function readStored<Stored>(
  parsed: unknown,
  stored: z.ZodType<Stored>,
  earlier: Readonly<Record<string, string>>,
): Stored[] {
  return z.array(z.preprocess((one) => withRenamedFields(one, earlier), stored)).parse(parsed)
}

export function shownPlan({ folderPath, paused, due }: Pick<Plan, 'folderPath' | 'paused' | 'due'>): {
  folder: string
  nextRun: number | null
} {
  return { folder: basename(folderPath) || folderPath, nextRun: paused ? null : due }
}

/** A run in progress when Mailroom ended did not write its file, so it is shown as failed. */
export function interruptedByStop<Stored extends Plan>(stored: Stored, text: string): Stored {
  const isOwn = stored.sharedBy === null || stored.ranHere === stored.last?.at
  return isOwn && stored.last?.state === 'running'
    ? { ...stored, last: { ...stored.last, state: 'failed', text } }
    : stored
}
