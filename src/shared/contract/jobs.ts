import { z } from 'zod'
import { command } from './base/define.ts'

/** `interrupted`: it was running when Mailroom stopped. The feature that started it explains how to continue. */
const jobStates = ['running', 'cancelling', 'done', 'failed', 'cancelled', 'interrupted'] as const

export const errorShape = z.strictObject({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()),
})

export const job = z.strictObject({
  id: z.string(),
  /** The command’s noun: `exports`, `sync` … */
  kind: z.string(),
  title: z.string(),
  accountId: z.string().nullable(),
  state: z.enum(jobStates),
  /** 0 to 1, or null while the total is unknown. */
  fraction: z.number().min(0).max(1).nullable(),
  /** A sentence that describes the current activity. */
  note: z.string(),
  startedAt: z.number().int(),
  endedAt: z.number().int().nullable(),
  cancellable: z.boolean(),
  result: z
    .strictObject({
      text: z.string(),
      fileToken: z.string().nullable(),
      /** The file or folder that was written to the user’s chosen location, for `files.reveal`. */
      savedToken: z.string().optional(),
    })
    .nullable(),
  error: errorShape.nullable(),
})
export type Job = z.infer<typeof job>

const id = z.strictObject({ id: z.string() })

export const jobs = {
  'jobs.list': command(z.void(), z.array(job)),
  'jobs.cancel': command(id, z.void()),
  'jobs.dismiss': command(id, z.void()),
}
