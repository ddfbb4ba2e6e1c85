import { exportColumns } from '#shared/domain/exports/export-columns.ts'

const mega = 1024 * 1024
const fill = (pump: string, bytes: number) => pump.repeat(Math.ceil(bytes / pump.length))
const heading = exportColumns.join(',')
const row = 'id-1,key,1700000000,1700000000,shop@a.example,p@b.example,Invoice,100,tag,delivered,1,0'
const record = '"id":"1","email":"a@b.cc","createdDate":1700000000'
const fields = (count: number) => Array.from({ length: count }, (_, at) => `,"k${at}":${at}`).join('')
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

/** Texts and json by name, of at most ten megabytes each, made on request. */
export const plainFiles: Readonly<Record<string, () => Buffer | string>> = {
  'csv, whole': () => `${heading}\n${row}\n`,
  'csv of one line of A': () => fill('A', 10 * mega),
  'csv of one line of ,': () => fill(',', 10 * mega),
  'csv of one line of ;': () => fill(';', 10 * mega),
  'csv of one line of tabs': () => fill('\t', 10 * mega),
  'csv of one line of quotes': () => fill('"', 10 * mega),
  'csv of empty lines': () => fill('\n', 10 * mega),
  'csv of carriage returns': () => fill('\r', 10 * mega),
  'csv in an open quote': () => `${heading}\n"${fill('a\n', 10 * mega)}`,
  'csv of lines that open a quote': () => `${heading}\n${fill('"a\n', 10 * mega)}`,
  'csv of rows that lack cells': () => `${heading}\n${fill('a\n', 10 * mega)}`,
  'csv with 10,000 columns of its own': () =>
    `${heading},${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n${`${row}${',1'.repeat(10_000)}\n`.repeat(400)}`,
  'csv with five million columns': () => `${heading}${fill(',a', 10 * mega)}`,
  'csv with one cell of 9 MB': () => `${heading}\n${row.replace('Invoice', fill('a', 9 * mega))}\n`,
  'csv with marks in its subjects': () =>
    `${heading}\n${`${row.replace('Invoice', fill('\u0301\u0327', mega))}\n`.repeat(4)}`,
  'csv with one tag list of a million': () => `${heading}\n${row.replace('tag', `"${fill('a,', 4 * mega)}"`)}\n`,
  'csv of zeros': () => Buffer.alloc(10 * mega),
  'csv in UTF-16': () => utf16(`${heading}\n${`${row}\n`.repeat(20_000)}`),
  'csv that is no UTF-8': () => Buffer.concat([Buffer.from(`${heading}\n`), Buffer.alloc(9 * mega, 0xfe)]),
  'json, whole': () => `[{${record}}]`,
  'json with 10,000 unknown fields': () => `[{${record}${fields(10_000)}}]`,
  'json with 500,000 unknown fields': () => `[{${record}${fields(500_000)}}]`,
  'json of records with 1,000 unknown fields': () =>
    `[${Array.from({ length: 500 }, (_, at) => `{"id":"${at}","email":"a@b.cc","createdDate":1700000000${fields(1000)}}`).join(',')}]`,
  'json of nested lists': () => fill('[', 10 * mega),
  'json of nested objects': () => `[${fill('{"a":', 10 * mega)}`,
  'json of records that break off': () => fill('{"id":[1,', 2 * mega),
  'json list of records that break off': () => `[${fill('{"id":[1,', 2 * mega)}`,
  'json of blanks': () => fill(' ', 10 * mega),
  'json of blanks in a list': () => `[${fill(' ', 10 * mega)}]`,
  'json of commas': () => `[${fill(',', 10 * mega)}]`,
  'json of empty records': () => `[${fill('{},', 10 * mega)}{}]`,
  'json of numbers': () => `[${fill('1,', 10 * mega)}1]`,
  'json with a text that is not closed': () => `[{"id":"${fill('a', 10 * mega)}`,
  'json of backslashes': () => `[{"id":"${fill('\\', 10 * mega)}`,
  'json with a number of 9 MB': () => `[{${record},"size":${fill('9', 9 * mega)}}]`,
  'json with __proto__': () => `[{${record},"__proto__":{"a":1},"constructor":1,"meta":{"__proto__":"x"}}]`,
  'json in UTF-16': () => utf16(`[{${record}}]`),
  html: () => `<html>${fill('<div>', 5 * mega)}`,
  nothing: () => '',
}
