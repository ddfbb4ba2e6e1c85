import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import { fillArchive } from '../statistics/rows.ts'
import { figure, type Print } from '../support/figure.ts'
import { benchCliStart } from './cli-start.ts'
import { benchPage } from './page.ts'
import { runTask } from './run-task.ts'
import { benchService } from './service.ts'

type Measured = { readonly seconds: number; readonly megabytes: number; readonly rows: number }

const million = 1_000_000
const rounds = 3
const excelJs = 'exceljs@4.4.0'

/**
 * Exports a million messages: from the archive, compared with programs that write the same rows and columns, and from
 * the service.
 */
export async function run(print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  try {
    const archive = join(folder, 'archive')
    await fillArchive(archive, million)
    await benchCliStart(print, join(folder, 'data'), archive)
    const exported = (format: ExportFormat) =>
      best(() => measure('export-task.ts', format, archive, join(folder, format)))
    const csv = await exported('csv')
    const table = join(folder, 'table.sqlite')
    const peer = await best(() => writeWithSqlite(table, join(folder, 'csv'), join(folder, 'peer.csv')))
    const given = { unit: 's', n: million, peerName: peer ? 'sqlite3 -csv' : 'sqlite3 -csv (not installed)' }
    const theirs = peer?.seconds ?? NaN
    print(figure({ bench: 'exports.archive-csv-1m', ours: csv.seconds, peer: theirs, ...given }))
    const json = await exported('json')
    print(figure({ bench: 'exports.archive-json-1m', ours: json.seconds, peer: theirs, ...given }))
    await benchXlsx(print, folder, { table: peer && table, ours: await exported('xlsx') })
    const { megabytes } = await exported('xls')
    const limit = { peer: 250, unit: 'MB', n: million, peerName: 'the limit' }
    print(figure({ bench: 'exports.archive-xls-rss', ours: megabytes, ...limit }))
    await benchPage(print, archive, million)
    await benchService(print, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** exceljs reads the rows from the table that sqlite3 imported. */
async function benchXlsx(
  print: Print,
  folder: string,
  { table, ours }: { table: string | null; ours: Measured },
): Promise<void> {
  const installed = await install(join(folder, 'exceljs'))
  const peer =
    table !== null && installed !== null
      ? await measure('exceljs-task.ts', installed, table, join(folder, 'peer.xlsx'))
      : { seconds: NaN, megabytes: NaN, rows: million }
  const given = { n: million, peerName: Number.isNaN(peer.seconds) ? 'exceljs (not installed)' : 'exceljs' }
  print(figure({ bench: 'exports.archive-xlsx-1m', ours: ours.seconds, peer: peer.seconds, unit: 's', ...given }))
  print(
    figure({ bench: 'exports.archive-xlsx-1m-rss', ours: ours.megabytes, peer: peer.megabytes, unit: 'MB', ...given }),
  )
}

async function best<Result extends Measured | null>(work: () => Promise<Result>): Promise<Result> {
  let found = await work()
  for (let round = 1; round < rounds; round++) {
    const again = await work()
    if (found && again && again.seconds < found.seconds) found = again
  }
  return found
}

async function measure(task: string, ...given: string[]): Promise<Measured> {
  const measured = await runTask<Measured>(task, ...given)
  if (measured.rows !== million) throw new Error(`${task} wrote ${measured.rows} rows of ${million}.`)
  return measured
}

/** The time `sqlite3 -csv` needs to export the rows of our csv; null if sqlite3 is not installed. */
async function writeWithSqlite(database: string, csv: string, file: string): Promise<Measured | null> {
  const input = `.mode csv\nDROP TABLE IF EXISTS message;\n.import ${csv} message\n`
  if (spawnSync('sqlite3', [database], { input }).error) return null
  await using output = await open(file, 'w')
  const started = performance.now()
  const stdio: ('ignore' | 'inherit' | number)[] = ['ignore', output.fd, 'inherit']
  await once(spawn('sqlite3', ['-csv', '-header', database, 'SELECT * FROM message'], { stdio }), 'exit')
  return { seconds: (performance.now() - started) / 1000, megabytes: NaN, rows: million }
}

/** Installs the peer, which the project does not depend on, and returns its folder; null if that fails. */
async function install(folder: string): Promise<string | null> {
  await mkdir(folder)
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, excelJs]
  return promisify(execFile)('npm', flags, { timeout: 240_000, cwd: folder }).then(
    () => folder,
    () => null,
  )
}
