import { lstat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { exportEnding, exportFormats, exportSources, type ExportFormat } from '#shared/contract/base/export-choices.ts'
import { csvDecimals, dateForms } from '#shared/contract/base/export-choices.ts'
import type { ExportLayout, SaveAs, ExportWhat } from '#shared/contract/exports.ts'
import { isRealDay } from '#shared/domain/base/days.ts'
import { columnProblem, defaultColumns, isJson } from '#shared/domain/exports/archive-columns.ts'
import type { Given } from '../framework/command.ts'
import { destinationOf } from '../framework/output.ts'
import { listOf, readChoice } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { readQuery, readSort, readZone } from '../search/read-search.ts'
import { separatorNames, type exportFlags } from './export-flags.ts'

type Typed = Given<typeof exportFlags>
type Flags = Typed['flags']

export type WantedFile = {
  readonly what: ExportWhat
  readonly layout: ExportLayout
  readonly saveAs: SaveAs
  /** Null if the file goes to stdout or through a link, a pipe or a device. */
  readonly folder: string | null
  /** A link, device or pipe, which is written to rather than replaced. Null for anything else. */
  readonly through: string | null
}

/** Reads what to export and where to. Impossible requests are refused before anything is opened. */
export async function readExport({ flags, operands }: Typed, terminal: Terminal): Promise<WantedFile> {
  const { out } = flags
  if (out === undefined) throw new UsageError('mailroom export needs --out: a file, or - for stdout.')
  if (out === '-' && flags.json) throw new UsageError('--json and --out - both print to stdout. Use only one of them.')
  const { format, gzip } = readFormat(flags, out)
  const path = out === '-' ? null : resolve(terminal.folder, out)
  const through = path === null || flags['keep-both'] ? null : await throughPath(path)
  const isOrdinary = path !== null && through === null
  const name = isOrdinary ? nameOf(path, exportEnding(format, gzip)) : 'export'
  return {
    what: readWhat({ flags, operands }),
    layout: readLayout(flags, format, gzip),
    saveAs: { name, ifTaken: flags['keep-both'] ? 'keep-both' : 'replace' },
    folder: isOrdinary ? dirname(path) : null,
    through,
  }
}

function readFormat({ format, gzip }: Flags, out: string): { format: ExportFormat; gzip: boolean } {
  const isPacked = gzip || out.endsWith('.gz')
  if (format !== undefined) return { format: readChoice(format, '--format', exportFormats), gzip: isPacked }
  if (out === '-') return { format: 'jsonl', gzip }
  const ending = out.replace(/\.gz$/, '').split('.').at(-1)
  const found = exportFormats.find((known) => known === ending)
  if (found !== undefined) return { format: found, gzip: isPacked }
  throw new UsageError(
    `The file extension of ${out} doesn’t match a format. Give --format, or use one of .${exportFormats.join(', .')}.`,
  )
}

function readWhat({ flags, operands }: Typed): ExportWhat {
  const source = flags.source === undefined ? 'archive' : readChoice(flags.source, '--source', exportSources)
  const zone = readZone(flags.zone)
  if (source !== 'archive' && operands.length > 0)
    throw new UsageError('A query works only with --source archive. Remove the query, or change the source.')
  if (source !== 'service' && (flags.from ?? flags.to) !== undefined) {
    throw new UsageError(
      '--from and --to work only with --source service. For the archive, give the period in the query, like on:2026-01.',
    )
  }
  if (source === 'delta') return { source }
  if (source === 'service') {
    const from = readDay(flags.from, '--from')
    return { source, from, to: flags.to === undefined ? from : readDay(flags.to, '--to'), zone }
  }
  const sort = flags.sort === undefined ? { field: 'created' as const, descending: true } : readSort(flags.sort)
  return { source, text: readQuery(operands), zone, sort, selection: null }
}

function readDay(text: string | undefined, flag: string): string {
  if (text === undefined) throw new UsageError('--source service needs the first day: add --from.')
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDay(text)) return text
  throw new UsageError(`${flag} takes a day such as 2026-01-31, not "${text}".`)
}

function readLayout(flags: Flags, format: ExportFormat, gzip: boolean): ExportLayout {
  const columns = flags.columns === undefined ? [...defaultColumns(format)] : listOf(flags.columns)
  const problem = columnProblem(columns)
  if (problem !== null) throw new UsageError(problem)
  const usual = isJson(format) ? 'iso' : 'local'
  const separators = Object.keys(separatorNames) as (keyof typeof separatorNames)[]
  return {
    format,
    gzip,
    columns,
    zone: readZone(flags.zone),
    dates: flags.dates === undefined ? usual : readChoice(flags.dates, '--dates', dateForms),
    csv: {
      separator: separatorNames[readChoice(flags.separator ?? 'comma', '--separator', separators)],
      decimal: flags.decimal === undefined ? '.' : readChoice(flags.decimal, '--decimal', csvDecimals),
      byteOrderMark: flags['byte-order-mark'],
      guard: !flags.unguarded,
    },
  }
}

/** The path if it is a link, device or pipe; null for an ordinary or missing file. */
async function throughPath(path: string): Promise<string | null> {
  const { target, isStream } = await destinationOf(path)
  if (isStream) return path
  const found = await lstat(path).catch(() => null)
  return found?.isSymbolicLink() && target !== path ? path : null
}

/** The file’s name without the extension, which the app adds itself. */
function nameOf(path: string, ending: string): string {
  const name = basename(path)
  if (!name.endsWith(ending)) throw new UsageError(`The file name ${name} must end with ${ending}.`)
  return name.slice(0, -ending.length)
}
