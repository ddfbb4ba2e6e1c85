import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'

/** Everything that a report contains, as plain data. HTML and CSV are created from it without further queries. */
export type ReportData = {
  readonly title: string
  readonly account: string
  /** The basis of the figures: the period, filters, time zone and completeness of the data. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly figures: readonly ReportFigure[]
  readonly sections: readonly ReportSection[]
}

export type ReportFigure = {
  readonly label: string
  readonly text: string
  /** How the figure is calculated, including both of its numbers. */
  readonly formula: string
  readonly change: { readonly text: string; readonly tone: 'good' | 'bad' | 'none' } | null
  /** Set if the figure exceeds the relevant limit. */
  readonly warning: string | null
  readonly spark: string
}

/** One panel: its drawing, and its numbers in one form for reading and in another for calculation. */
export type ReportSection = {
  readonly title: string
  readonly note: string
  readonly chart: string | null
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  readonly csv: CsvTable
  /** States how much is left out; empty if nothing is. */
  readonly more: string
}
