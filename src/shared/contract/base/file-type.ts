/** The values of `fileType` in the service’s path `/export/{fileType}`. */
export const fileTypes = ['json', 'csv', 'xls', 'xlsx'] as const

export type FileType = (typeof fileTypes)[number]

export function isFileType(value: string): value is FileType {
  return fileTypes.some((fileType) => fileType === value)
}

export const mediaTypes: Record<FileType, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
