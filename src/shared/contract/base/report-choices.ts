/** These values are separate from the contract, so that the page can use them without loading zod. */

export const reportFormats = ['pdf', 'html', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** The days that a scheduled report covers, counted back from the day on which it is created. */
export const reportSpans = ['yesterday', 'last-7-days', 'last-30-days', 'last-month'] as const
export type ReportSpan = (typeof reportSpans)[number]
