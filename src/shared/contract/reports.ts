import { z } from 'zod'
import { command } from './base/define.ts'
import { longestMetaKey, longestSearch } from './base/search-limits.ts'
import { reportFormats } from './base/report-choices.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** What a report contains and its format, but not its period. */
export const reportQuestion = z.strictObject({
  accountId: z.string().max(80),
  /** The filters, as a search query without a date range. */
  text: z.string().max(longestSearch),
  comparison: z.enum(['week', 'period', 'year', 'none']),
  /** If set, messages are also counted by the values of this metadata key. */
  metaKey: z.string().max(longestMetaKey).nullable(),
  format: z.enum(reportFormats),
})

export const reports = {
  /**
   * Starts a job that creates a report for these days as a file to save. Several CSV tables become a single zip file.
   */
  'reports.make': command(reportQuestion.extend({ from: day, to: day }), z.strictObject({ jobId: z.string() })),
}
