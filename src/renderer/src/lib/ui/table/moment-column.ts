import type { Column } from './columns.ts'

type Dates = { short(milliseconds: number, now: number): string; dateTime(milliseconds: number): string }

/**
 * Returns a column for dates, in a short form. The complete form is shown on hover, read by screen readers and copied.
 * `none` is shown for an unknown date.
 */
export function momentColumn<Row>(
  app: { readonly formats: Dates },
  dateOf: (row: Row) => number | null | undefined,
  none = '',
): Required<Pick<Column<Row>, 'text' | 'full'>> {
  const written = (row: Row, write: (milliseconds: number) => string) => {
    const date = dateOf(row)
    return date === null || date === undefined ? none : write(date)
  }
  return {
    text: (row) => written(row, (date) => app.formats.short(date, Date.now())),
    full: (row) => written(row, (date) => app.formats.dateTime(date)),
  }
}
