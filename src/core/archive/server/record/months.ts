import { firstRowOf, secondOfRow } from '../../engine/record/row-number.ts'

export type Month = { readonly name: string; readonly first: number; readonly stop: number }

/** Where an erasure leaves bytes behind, apart from the months: three tables, and the samples in the server’s statistics. */
export const besideMonths = ['address', 'value', 'setting', 'statistics']

/** Earlier and later rows are in the months `before` and `after`, which exist from the start. */
const [firstYear, afterLastYear] = [2000, 2101]

export function monthOf(row: number): Month {
  const date = new Date(secondOfRow(row) * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (year < firstYear) return { name: 'before', first: 0, stop: firstRowOf(Date.UTC(firstYear, 0) / 1000) }
  if (year >= afterLastYear) {
    return { name: 'after', first: firstRowOf(Date.UTC(afterLastYear, 0) / 1000), stop: Infinity }
  }
  const [from, to] = [Date.UTC(year, month) / 1000, Date.UTC(year, month + 1) / 1000]
  const name = `${year}_${String(month + 1).padStart(2, '0')}`
  return { name, first: firstRowOf(from), stop: firstRowOf(to) }
}
