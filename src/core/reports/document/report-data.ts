import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'

/** Everything that a report says, as plain data: HTML and CSV are made of it, and nothing is asked for any more. */
export type ReportData = {
  readonly title: string
  readonly account: string
  /** What was counted: the period, the filters, the zone, how complete it is. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly figures: readonly ReportFigure[]
  readonly sections: readonly ReportSection[]
}

export type ReportFigure = {
  readonly label: string
  readonly text: string
  /** How the figure is made, with both of its numbers. */
  readonly formula: string
  readonly change: { readonly text: string; readonly tone: 'good' | 'bad' | 'none' } | null
  /** Set where the figure passes the limit that matters. */
  readonly warning: string | null
  /** A drawing. */
  readonly spark: string
}

/** One panel: its drawing, and its numbers as they are read and as they are computed with. */
export type ReportSection = {
  readonly title: string
  readonly note: string
  readonly chart: string | null
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  readonly csv: CsvTable
  /** Says how much is left out; empty for nothing. */
  readonly more: string
}
