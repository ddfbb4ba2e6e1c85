import type { CsvTable } from '#shared/domain/statistics/csv-text.ts'

/** Everything that a report contains, as plain data: HTML and CSV are made from it without further queries. */
export type ReportData = {
  readonly title: string
  readonly account: string
  /** The basis of the figures: the period, the filters, the zone, and how complete the data is. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly figures: readonly ReportFigure[]
  readonly sections: readonly ReportSection[]
}

export type ReportFigure = {
  readonly label: string
  readonly text: string
  /** How the figure is calculated, with both of its numbers. */
  readonly formula: string
  readonly change: { readonly text: string; readonly tone: 'good' | 'bad' | 'none' } | null
  /** Set if the figure exceeds the limit that matters. */
  readonly warning: string | null
  /** A drawing. */
  readonly spark: string
}

/** One panel: its drawing, and its numbers both for reading and for calculation. */
export type ReportSection = {
  readonly title: string
  readonly note: string
  readonly chart: string | null
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  readonly csv: CsvTable
  /** Says how much is left out; empty if nothing is. */
  readonly more: string
}
