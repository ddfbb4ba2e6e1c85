import { z } from 'zod'
import { command } from './base/define.ts'

export const logs = {
  'logs.read': command(
    z.strictObject({ limit: z.number().int().min(1).max(2000) }),
    z.array(
      z.strictObject({
        time: z.number(),
        level: z.enum(['error', 'warn', 'info', 'debug']),
        text: z.string(),
        details: z.record(z.string(), z.unknown()).default({}),
      }),
    ),
  ),
  /** Reports a failure in the page, so that it is logged with those of the core. */
  'logs.report': command(z.strictObject({ message: z.string().max(4000), stack: z.string().max(8000) }), z.void()),
  'logs.reveal': command(z.void(), z.void()),
  /** Creates a copy of the log without anything private, to attach to a report. */
  'logs.bundle': command(z.void(), z.strictObject({ fileToken: z.string(), name: z.string() })),
}
