import { special } from '../store/database/interner.ts'
import { messageStates } from '../store/index.ts'

/**
 * SQLite itself writes the records as text: 559 MB/s for json, ten times as fast as JSON.stringify row by row. `concat`
 * is a third faster than `||`, which copies the growing text once per part. The values of a stream (sender, API key and
 * tags) are stored already escaped. The address and the subject rarely need escaping; `messages.special` flags the rows
 * in which they do.
 */
const states = messageStates.map((state, at) => `WHEN ${at} THEN '${state}'`).reverse()
const state = `CASE state ${states.join(' ')} END`

const inJson = (column: string): string =>
  `iif(special & ${special.json}, substr(json_quote(${column}), 2, length(json_quote(${column})) - 2), ${column})`
/** The csv bit of `special` says that some text in the row needs quotes. Without it, no text has to be checked. */
const quotable = `'*[",' || char(13, 10) || ']*'`
const inCsv = (column: string): string =>
  `iif(special & ${special.csv} AND ${column} GLOB ${quotable}, '"' || replace(${column}, '"', '""') || '"', ${column})`

const json = `concat('{"id":"', code, json_key, created / 1000, ',"lastStateDate":', changed / 1000, json_from,
  ${inJson('email')}, '","subject":"', ${inJson('subject')}, '","size":', size, json_tags, ${state},
  '","open":', open, ',"click":', click, '}')`
const csv = `concat(code, csv_key, created / 1000, ',', changed / 1000, csv_from,
  ${inCsv('email')}, ',', ${inCsv('subject')}, ',', size, csv_tags, ${state}, ',', open, ',', click)`

export const textSql = { json, csv }

/** A row’s cells, in the order of `columns`. */
export const cellsSql = `code, api_key, created, changed, sender, email, subject, size, tags, ${state}, open, click`

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
