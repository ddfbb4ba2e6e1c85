/** The first row in csv, xls and xlsx exports. */
export const exportColumns = [
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
] as const

/** The names of the same fields in the json export, in the same order. */
export const exportFields = [
  'id',
  'apiKey',
  'createdDate',
  'lastStateDate',
  'from',
  'email',
  'subject',
  'size',
  'tags',
  'lastState',
  'open',
  'click',
] as const
