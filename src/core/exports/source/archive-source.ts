import { gzipTable, writeTable, type Batch, type CsvOptions } from '#formats/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportLayout, ExportWhat } from '#shared/contract/exports.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { isJson } from '#shared/domain/exports/archive-columns.ts'
import { rangesNow } from '#shared/domain/exports/ranges-now.ts'
import { archiveTable, type ArchiveTable } from '#shared/domain/exports/archive-rows.ts'
import { namedAddress } from '#shared/domain/query/named-addresses.ts'
import type { ArchivePort, RowRange, SortedScope } from '../../archive/index.ts'
import { searchQuery } from '../../base/search-query.ts'
import { exportsFolder } from '../../files/index.ts'
import { knownZone } from '../../messages/index.ts'
import { KeyNames } from '../../statistics/index.ts'
import { writeAll, type Content, type ExportContentNeeds, type Target } from './content.ts'
import { recordBatches } from './record-batches.ts'

export type ArchiveWhat = Extract<ExportWhat, { source: 'archive' }>

const mostKeys = 1000

/** The scope of the search, interpreted in the same way as in Messages. */
export function scopeOf({ text, zone, sort }: ArchiveWhat, now: number): SortedScope {
  return { query: searchQuery(text), context: { now, zone: knownZone(zone) }, sort }
}

/** Where the selected rows are now; null for all rows. Rejects if that is not known or they are no longer together. */
export async function selectedRanges(
  archive: ArchivePort,
  { selection }: ArchiveWhat,
  scope: SortedScope,
  signal: AbortSignal,
): Promise<readonly RowRange[] | null> {
  if (selection === null) return null
  const { ranges, rows, matches } = selection
  if (rows === undefined) {
    const { value } = await archive.count(scope, { signal })
    if (value === matches) return ranges
  } else {
    const { positions } = await archive.positions({ ...scope, rows }, { signal })
    const sizes = ranges.map(({ first, last }) => ({ size: last - first + 1 }))
    const now = rangesNow(sizes, positions)
    if (now !== null) return now.sort((one, other) => one.first - other.first)
  }
  throw new AppError('selection-changed', selectionChanged)
}

/** Rejects if messages arrived between locating the ranges and reading them, so that they have other rows now. */
function checkSelected({ selection }: ArchiveWhat, ranges: readonly RowRange[], rows: Float64Array): void {
  if (selection?.rows === undefined) return
  const selected = new Set(selection.rows)
  let start = 0
  for (const { first, last } of ranges) {
    const end = start + last - first
    if (!selected.has(rows[start]!) || !selected.has(rows[end]!))
      throw new AppError('selection-changed', selectionChanged)
    start = end + 1
  }
}

const selectionChanged = 'The results changed since you selected these rows. Select them again.'

type ArchiveKeyNames = ReadonlyMap<string, string>

/** Names of API keys that occur in the archive’s messages. Empty unless a column shows them. */
async function keyNamesFor(
  accountId: string,
  layout: ExportLayout,
  archive: ArchivePort,
  { needs, signal }: { needs: ExportContentNeeds; signal: AbortSignal },
): Promise<ArchiveKeyNames> {
  if (!layout.columns.includes('apiKeyName')) return new Map()
  const { accounts, ports } = needs
  const listed = await archive.values({ field: 'key', key: null, prefix: '', limit: mostKeys })
  const known = new KeyNames({ accounts, clock: ports.clock })
  const { names } = await known.of(accountId, [...new Set(listed.map(({ value }) => value))], signal)
  return new Map(Object.entries(names))
}

export function tableOf({ format, columns, dates, zone }: ExportLayout, keyNames: ArchiveKeyNames): ArchiveTable {
  return archiveTable({ format, columns, keyNames, zone: dates === 'local' ? knownZone(zone) : 'UTC' })
}

/** The writer’s options. In zones other than UTC, each date has that day’s offset. */
export function tableOptions(layout: ExportLayout, tempFolder: string, table: ArchiveTable): CsvOptions {
  const clock = new ZoneClock(knownZone(layout.zone))
  return {
    for: layout.csv,
    // A heading names the zone of local dates. JSON has no headings, so its dates include their zone.
    dates: layout.dates === 'local' && isJson(layout.format) ? 'iso' : layout.dates,
    jsonColumns: table.jsonColumns,
    sheetName: 'Messages',
    tempFolder,
    offsetMinutes: (time) => clock.spanAt(Math.floor(time / 1000)).offset / 60,
  }
}

/** Writes a search’s matches, or only the selected ones. */
export async function writeArchive(
  { accountId, what, layout, now }: { accountId: string; what: ArchiveWhat; layout: ExportLayout; now: number },
  target: Target,
  needs: ExportContentNeeds,
): Promise<Content> {
  const { part, progress, gate, signal } = target
  const archive = await needs.archives.of(accountId)
  const scope = scopeOf(what, now)
  const horizon = await archive.horizon()
  const keyNames = await keyNamesFor(accountId, layout, archive, { needs, signal })
  const table = tableOf(layout, keyNames)
  const tempFolder = await exportsFolder(needs.ports.paths.data)
  // Last, because positions change with every message that arrives, and the key names come from the service.
  const ranges = await selectedRanges(archive, what, scope, signal)
  let found = 0
  let read = 0
  progress.rows = 0
  const options = {
    signal,
    ...(ranges && { ranges }),
    found: (matches: number, rows: Float64Array) => {
      if (ranges !== null) checkSelected(what, ranges, rows)
      found = progress.totalRows = matches
    },
  }
  const batchOf = recordBatches(layout.columns, table)
  async function* batches(): AsyncGenerator<Batch> {
    for await (const set of archive.recordSets(scope, options)) {
      await gate.passed(signal)
      progress.rows = read += set.size
      yield batchOf(set)
    }
  }
  const written = writeTable(layout.format, table.columns, batches(), tableOptions(layout, tempFolder, table))
  await writeAll(layout.gzip ? gzipTable(written) : written, part)
  const { report } = written
  if (report.rows !== read) {
    throw new AppError('wrong-row-count', `The file has ${report.rows} rows instead of ${read}. Export again.`)
  }
  needs.archives.noteAccess(accountId, { kind: 'exported', person: namedAddress(scope.query), messages: read })
  const removed = found - read
  const notes =
    removed === 0
      ? []
      : [
          `${plural(english, removed, 'message left out because it was', 'messages left out because they were')} removed from the archive during the export.`,
        ]
  return { ...report, columns: [...table.columns], horizon, completeness: 'whole', notes }
}
