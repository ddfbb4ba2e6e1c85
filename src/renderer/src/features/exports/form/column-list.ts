import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import { archiveColumn, archiveColumns, isJson, metaColumn } from '#shared/domain/exports/archive-columns.ts'
import type { Option } from '../../../lib/ui/fields/option.ts'

export function columnName(id: string, format: ExportFormat): string {
  return isJson(format) ? id : (archiveColumn(id)?.heading ?? id)
}

/**
 * Returns the columns that can still be added: those of a message and one for each metadata key, except those already
 * chosen.
 */
export function columnsToAdd(chosen: readonly string[], format: ExportFormat, metaKeys: readonly string[]): Option[] {
  return [...archiveColumns, ...metaKeys.map(metaColumn)]
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, description }) => ({ value: id, label: columnName(id, format), detail: description }))
}

export function matchingColumns(options: readonly Option[], typed: string): Option[] {
  const wanted = typed.trim().toLowerCase()
  return options.filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted))
}
