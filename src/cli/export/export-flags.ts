import {
  csvDecimals,
  csvSeparators,
  dateForms,
  exportFormats,
  exportSources,
} from '#shared/contract/base/export-choices.ts'
import { sortFields } from '#shared/contract/base/search-limits.ts'
import type { Flags } from '../framework/command.ts'
import { accountFlag, dataFlag, jsonFlag, secretsFlag, zoneFlag } from '../framework/common-flags.ts'

/** Separators can be typed by name, because a tab is hard to type in a shell. */
export const separatorNames = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const satisfies Record<
  string,
  (typeof csvSeparators)[number]
>

export const exportFlags = {
  source: { value: 'SOURCE', description: 'where to export from', choices: exportSources, default: 'archive' },
  from: { value: 'DAY', description: 'with --source service: the first day, such as 2026-01-31' },
  to: { value: 'DAY', description: 'with --source service: the last day', default: 'the first one' },
  out: {
    value: 'FILE',
    description: 'the file, written completely or not at all; its extension sets the format; - is stdout',
  },
  'keep-both': { description: 'use another name if the file already exists', default: 'it is replaced' },
  format: {
    value: 'FORMAT',
    description: 'the format',
    choices: exportFormats,
    default: 'set by the extension; jsonl on stdout',
  },
  gzip: { description: 'compress the file; the extension .gz does the same' },
  columns: { value: 'LIST', description: 'column IDs, separated by commas', default: 'the same as in the app' },
  sort: { value: 'FIELD', description: 'the order; FIELD:up sorts the smallest first', choices: sortFields },
  zone: zoneFlag('days and dates'),
  dates: { value: 'FORM', description: 'how dates are written', choices: dateForms, default: 'local; iso in json' },
  separator: {
    value: 'NAME',
    description: 'CSV: the separator between columns',
    choices: Object.keys(separatorNames),
    default: 'comma',
  },
  decimal: { value: 'SIGN', description: 'CSV: the decimal separator', choices: csvDecimals, default: '.' },
  'byte-order-mark': {
    description:
      'CSV: begin with a byte order mark, which some versions of Excel need; an import removes the apostrophes only from such files',
  },
  unguarded: { description: 'CSV: write text as it is, even if a spreadsheet program would run it as a formula' },
  account: accountFlag,
  data: dataFlag,
  json: jsonFlag,
  secrets: secretsFlag,
} as const satisfies Flags
