import type { Account } from '#shared/contract/accounts.ts'
import {
  exportFormats,
  type CsvDecimal,
  type CsvSeparator,
  type DateForm,
  type ExportFormat,
  type ExportSource,
  type IfTaken,
} from '#shared/contract/base/export-choices.ts'
import type { Option } from '../../../lib/ui/fields/option.ts'
import { formatLabels } from '../export-words.ts'

export function sourceOptions({ storeHistory }: Pick<Account, 'storeHistory'>): Option<ExportSource>[] {
  return [
    {
      value: 'archive',
      label: 'From the archive',
      detail: storeHistory
        ? 'All messages, the results of a search or the rows you selected.'
        : 'Mailroom keeps no history for this account.',
      disabled: !storeHistory,
    },
    {
      value: 'service',
      label: 'A period from the service',
      detail: 'All messages from the days you choose, in a file written by the service.',
    },
    {
      value: 'delta',
      label: 'New since the last export',
      detail: 'Messages added or changed since the last export, according to the service.',
    },
  ]
}

const formatDetails: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'For people. Opens in Excel, Numbers and LibreOffice',
  csv: 'For databases and other programs',
  json: 'A single list of objects, for programs',
  jsonl: 'One object per line, for large files and streams',
  xls: 'For old spreadsheet programs, with up to 65,535 messages per sheet',
}

/** Formats that the source can’t write are disabled: the service does not offer JSON lines. */
export function exportFormatOptions(source: ExportSource): Option<ExportFormat>[] {
  return exportFormats.map((value) => {
    const disabled = !isOffered(value, source)
    const detail = disabled ? 'Only available for exports from the archive' : formatDetails[value]
    return { value, label: formatLabels[value], detail, disabled }
  })
}

export function isOffered(format: ExportFormat, source: ExportSource): boolean {
  return format !== 'jsonl' || source === 'archive'
}

export const dateFormOptions: readonly Option<DateForm>[] = [
  { value: 'local', label: 'Spreadsheet format' },
  { value: 'iso', label: 'ISO 8601 with time zone' },
  { value: 'epoch', label: 'Seconds since 1970' },
]

export const separatorOptions: readonly Option<CsvSeparator>[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
]

export const decimalOptions: readonly Option<CsvDecimal>[] = [
  { value: '.', label: 'Point: 1.5' },
  { value: ',', label: 'Comma: 1,5' },
]

export const takenOptions: readonly Option<IfTaken>[] = [
  { value: 'keep-both', label: 'Keep both' },
  { value: 'replace', label: 'Replace the file' },
]
