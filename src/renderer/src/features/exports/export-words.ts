import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import type { ExportEntry, ExportLayout, ExportWhat } from '#shared/contract/exports.ts'
import { plural } from '#shared/domain/base/plural.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { kindLabels } from '../imports/index.ts'

export const formatLabels: Readonly<Record<ExportFormat, string>> = { ...kindLabels, jsonl: 'JSON lines' }

/** Describes the contents of an export in a few words. */
export function whatText(what: ExportWhat, formats: Formats): string {
  if (what.source === 'service') return `From the service: ${formats.days(what)} (${what.zone})`
  if (what.source === 'delta') return 'New since the last export'
  const search = what.text.trim()
  if (what.selection) {
    const rows = what.selection.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    return `${plural(formats, rows, 'selected message')}${search === '' ? '' : ` from ${search}`}`
  }
  return search === '' ? 'All messages in the archive' : `From the archive: ${search}`
}

export function layoutText({ format, gzip }: ExportLayout): string {
  return `${formatLabels[format]}${gzip ? ', gzip' : ''}`
}

export function fileFacts({ rows, bytes, folder }: ExportEntry, formats: Formats): string {
  return [
    rows === null ? '' : plural(formats, rows, 'message'),
    formats.bytes(bytes),
    folder === null ? '' : `in “${folder}”`,
  ]
    .filter(Boolean)
    .join(' · ')
}

export const exportLooks = {
  running: { label: 'Running', tone: 'accent' },
  paused: { label: 'Paused', tone: 'neutral' },
  done: { label: 'Done', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  interrupted: { label: 'Interrupted', tone: 'warn' },
} as const satisfies Record<ExportEntry['state'], { label: string; tone: string }>

export const verifiedLooks = {
  same: { label: 'Unchanged', tone: 'ok', text: 'The file has not changed since it was written.' },
  changed: { label: 'Changed', tone: 'danger', text: 'The file has changed since it was written.' },
  missing: {
    label: 'Missing',
    tone: 'warn',
    text: 'The file is no longer in its folder. If you didn’t move it, run the export again.',
  },
} as const satisfies Record<
  NonNullable<ExportEntry['verified']>['state'],
  { label: string; tone: string; text: string }
>
