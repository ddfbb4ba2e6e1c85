import type { ReportFormat } from '#shared/contract/base/report-choices.ts'
import type { ReportSchedule } from '#shared/contract/schedules.ts'
import type { Option } from '../../lib/ui/fields/option.ts'

export type ReportSubject = Pick<ReportSchedule, 'accountId' | 'text' | 'comparison' | 'metaKey'> & {
  readonly from: string
  readonly to: string
}

export function reportFormatOptions({ print }: { print: boolean }): Option<ReportFormat>[] {
  const withoutPrinter = 'Needs Chrome, Chromium or Edge on this computer. Choose HTML, and print it from your browser.'
  return [
    { value: 'pdf', label: 'PDF', detail: print ? 'For printing and sharing' : withoutPrinter, disabled: !print },
    { value: 'html', label: 'HTML', detail: 'A single file that opens in any browser, even offline' },
    { value: 'csv', label: 'CSV tables', detail: 'A table for each panel' },
  ]
}

export const formatNames: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', html: 'HTML', csv: 'CSV tables' }
