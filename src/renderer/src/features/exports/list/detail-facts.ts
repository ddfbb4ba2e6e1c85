import type { ExportEntry, ExportManifest } from '#shared/contract/exports.ts'
import { plural } from '#shared/domain/base/plural.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { visible } from '#shared/text/visible.ts'
import { layoutText, whatText } from '../export-words.ts'

type Fact = { readonly label: string; readonly value: string; readonly copy?: boolean; readonly mono?: boolean }

/** Facts about an export. There are few until its file is finished. */
export function detailFacts(entry: ExportEntry, formats: Formats): Fact[] {
  const { manifest, folder, endedAt, startedAt, what } = entry
  const place = folder === null ? 'Not saved to a folder yet' : visible(folder)
  return [
    { label: 'Content', value: visible(whatText(what, formats)) },
    { label: 'Format', value: layoutText(entry.layout) },
    ...(entry.state === 'done' ? [{ label: 'Folder', value: place }] : []),
    { label: 'Started', value: formats.dateTime(startedAt) },
    ...(endedAt === null ? [] : [{ label: 'Ended', value: formats.dateTime(endedAt) }]),
    ...(manifest ? factsOf(manifest, folder !== null, formats) : []),
  ]
}

function factsOf(manifest: ExportManifest, isOnDisk: boolean, formats: Formats): Fact[] {
  const changes = [
    manifest.cutCells > 0 ? `${plural(formats, manifest.cutCells, 'cell')} truncated at the format’s limit` : '',
    manifest.replacedCells > 0
      ? `${plural(formats, manifest.replacedCells, 'cell')} with characters that the format doesn’t support`
      : '',
  ].filter(Boolean)
  const checksum =
    manifest.sha256 === null
      ? { label: 'SHA-256', value: 'Calculating…' }
      : { label: 'SHA-256', value: manifest.sha256, copy: true, mono: true }
  const completeness =
    manifest.completeness === 'whole'
      ? 'Yes'
      : 'Unknown. The service didn’t send the file’s length, so a dropped connection looks like the end of the file.'
  return [
    { label: 'File', value: visible(manifest.file), copy: true },
    { label: 'Account', value: visible(manifest.account) },
    { label: 'Messages', value: manifest.rows === null ? 'Not counted' : formats.number(manifest.rows) },
    ...(manifest.sheets > 1 ? [{ label: 'Sheets', value: formats.number(manifest.sheets) }] : []),
    { label: 'Size', value: `${formats.bytes(manifest.bytes)} (${formats.number(manifest.bytes)} bytes)` },
    ...(isOnDisk ? [checksum] : []),
    { label: 'Complete', value: completeness },
    { label: 'Altered text', value: changes.join('; ') || 'None' },
    { label: 'Time zone', value: manifest.zone },
    ...(manifest.columns.length > 0 ? [{ label: 'Columns', value: manifest.columns.map(visible).join(', ') }] : []),
    { label: 'Created', value: `${formats.dateTime(manifest.madeAt)}, Mailroom ${manifest.appVersion}` },
  ]
}
