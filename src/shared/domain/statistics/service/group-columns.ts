import type { GroupColumns, Grouped } from '../../../contract/statistics.ts'

type Line = Grouped['values'][number]

const counts = ['messages', 'open', 'click', 'opened', 'clicked'] as const

/** Processing this many lines takes about a millisecond. */
const linesAtATime = 2000

/**
 * Converts lines to columns. A page reads 50,000 lines three times as fast in this form, which takes a third of the
 * bytes.
 */
export function columnsOf({ values, more }: Grouped): GroupColumns {
  const columns = Object.fromEntries(counts.map((name) => [name, values.map((line) => line[name])]))
  const states: Record<string, number[]> = {}
  for (const [at, line] of values.entries()) {
    for (const [state, count] of Object.entries(line.states)) {
      const column = (states[state] ??= new Array<number>(values.length).fill(0))
      column[at] = count
    }
  }
  return {
    ...(columns as Record<(typeof counts)[number], number[]>),
    value: values.map(({ value }) => value),
    states,
    more,
  }
}

/** Converts the columns back to lines, and yields at regular intervals. */
export function* readGroupColumns(columns: GroupColumns): Generator<void, Grouped> {
  const states = Object.entries(columns.states)
  const values: Line[] = []
  for (const [at, value] of columns.value.entries()) {
    if (at % linesAtATime === linesAtATime - 1) yield
    const line: Line = { value, messages: 0, states: {}, open: 0, click: 0, opened: 0, clicked: 0 }
    for (const name of counts) line[name] = columns[name][at] ?? 0
    for (const [state, column] of states) if (column[at]! > 0) line.states[state] = column[at]!
    values.push(line)
  }
  return { values, more: columns.more }
}
