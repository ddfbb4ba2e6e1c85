import { z } from 'zod'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const second = z.number().int()

export const period = z.strictObject({ from: second, to: second })

/** How complete the archive is: it travels with every answer. */
export const horizon = z.strictObject({
  completeFrom: second.nullable(),
  completeUntil: second.nullable(),
  gaps: z.array(period),
  /** Periods whose metadata and single opens are not read yet. */
  detailGaps: z.array(period),
  opensRefreshedUntil: second.nullable(),
  lastSync: second.nullable(),
})

export const archive = {
  'archive.info': command(
    z.strictObject({ accountId }),
    z.strictObject({
      messages: z.number().int(),
      oldest: second.nullable(),
      newest: second.nullable(),
      bytes: z.number(),
      horizon,
    }),
  ),
  /** One file with everything, made while reading and writing go on. */
  'archive.backUp': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  'archive.check': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  /** Writes the search index anew from the records. */
  'archive.rebuild': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
}
