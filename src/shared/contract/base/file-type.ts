/** The file types of the export operations, as in the path `/export/{fileType}`. */
export const fileTypes = ['json', 'csv', 'xls', 'xlsx'] as const

export type FileType = (typeof fileTypes)[number]

export function isFileType(value: string): value is FileType {
  return fileTypes.some((fileType) => fileType === value)
}

/** The media type of a file and of a response. */
export const mediaTypes: Record<FileType, string> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
