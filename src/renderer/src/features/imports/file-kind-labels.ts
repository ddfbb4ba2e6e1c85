import type { FileType } from '#shared/contract/base/file-type.ts'

export const kindLabels: Readonly<Record<FileType, string>> = {
  json: 'JSON',
  csv: 'CSV',
  xlsx: 'Excel workbook (xlsx)',
  xls: 'Excel 97 to 2003 workbook (xls)',
}
