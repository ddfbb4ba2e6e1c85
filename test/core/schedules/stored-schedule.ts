import { z } from 'zod'
import { plan } from '#core/schedules/plan.ts'

export const timing = { every: 'day', weekday: 1, monthDay: 1, time: '07:30', cron: '' } as const

/** The stored form of a schedule with no properties except those that all kinds have. */
export const stored = z.object({
  ...plan,
  kind: z.literal('export'),
  accountId: z.string(),
  timing: z.custom<typeof timing>(),
})
export type Stored = z.infer<typeof stored>
