/** First row of csv, xls and xlsx exports. */
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

/** The same fields, in the same order, as they are named in the json export. */
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
