import type { Result, Row } from './run-operations.ts'

const results: readonly Result[] = ['ok', 'deviates', 'error', 'not offered', 'not tried']

/** A table of operations and results, with notes below a row. */
export function table(rows: readonly Row[]): string {
  const width = Math.max('Operation'.length, ...rows.map(({ operation }) => operation.length)) + 2
  const line = (operation: string, section: string, result: string): string =>
    `${operation.padEnd(width)}${section.padEnd(9)}${result}`
  return [
    line('Operation', 'Part', 'Result'),
    '-'.repeat(width + 20),
    ...rows.flatMap(({ operation, section, result, remarks }) => {
      const [first, ...more] = remarks
      return [
        line(operation, section, first === undefined ? result : `${result}: ${first}`),
        ...more.map((remark) => line('', '', `  ${remark}`)),
      ]
    }),
    '',
  ].join('\n')
}

export function summary(rows: readonly Row[], neverCalled: readonly string[]): string {
  const counts = results
    .map((result) => [rows.filter((row) => row.result === result).length, result] as const)
    .filter(([count]) => count > 0)
    .map(([count, result]) => `${count} ${result}`)
  return `${rows.length} calls: ${counts.join(', ')}.\nNever called, because they change something: ${neverCalled.join(', ')}.`
}
