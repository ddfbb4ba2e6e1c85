import { parse } from 'csv-parse/sync'
import { read, utils } from 'xlsx'
import { json, type Answer } from '../../support/wire.ts'

export const columns = [
  'Id',
  'ApiKey',
  'CreatedDate',
  'LastStateDate',
  'From',
  'Email',
  'Subject',
  'Size',
  'Tags',
  'LastState',
  'Open',
  'Click',
]

export type FileType = 'json' | 'csv' | 'xls' | 'xlsx'
export const fileTypes: readonly FileType[] = ['json', 'csv', 'xls', 'xlsx']

/** The rows of an export, header first, read with an independent library. */
export function rowsOf(fileType: FileType, answer: Answer): unknown[][] {
  if (fileType === 'csv') return parse(answer.body, { bom: false, record_delimiter: '\r\n' })
  if (fileType === 'json') {
    const records = json(answer) as Record<string, unknown>[]
    const names = columns.map((name) => name[0]!.toLowerCase() + name.slice(1))
    return [columns, ...records.map((record) => names.map((name) => record[name] ?? ''))]
  }
  const book = read(answer.body, { type: 'buffer' })
  return book.SheetNames.flatMap((name) =>
    utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, defval: '' }),
  )
}

/** One named column of every row below the header. */
export function column(rows: unknown[][], name: string): unknown[] {
  return rows.slice(1).map((row) => row[columns.indexOf(name)])
}
