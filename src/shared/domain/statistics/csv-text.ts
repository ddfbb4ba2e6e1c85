import { csvLine } from '../../text/tsv.ts'

/** A row’s first cell is its name; the other cells are its numbers. */
export type CsvTable = {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export function csvText({ head, rows }: CsvTable): string {
  return [head, ...rows.map((row) => row.map(String))].map((cells) => `${csvLine(cells)}\r\n`).join('')
}
