import { z } from 'zod'
import { command } from './base/define.ts'
import { longestMetaKey, longestSearch } from './base/search-limits.ts'
import { reportFormats } from './base/report-choices.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** The counts of a report, regardless of its period. */
export const reportQuestion = z.strictObject({
  accountId: z.string().max(80),
  /** The filters as a search without a period. */
  text: z.string().max(longestSearch),
  comparison: z.enum(['week', 'period', 'year', 'none']),
  /** If given, messages are also counted by the values of this metadata key. */
  metaKey: z.string().max(longestMetaKey).nullable(),
  format: z.enum(reportFormats),
})

export const reports = {
  /** Makes a report of these days: a job, whose result is a file to save. Several CSV tables become one zip file. */
  'reports.make': command(reportQuestion.extend({ from: day, to: day }), z.strictObject({ jobId: z.string() })),
}
