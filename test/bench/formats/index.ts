import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type Figure = {
  bench: string
  ours: number
  peer: number
  ratio: number
  unit: string
  n: number
  peerName: string
}

type Measured = {
  seconds: number
  peakMegabytes: number
}

const rows = 1_000_000

/** The most rows SheetJS can write to one xls sheet, and about as many as fit into its memory. */
const sheetJsRows = 65_535

const program = fileURLToPath(new URL('task.ts', import.meta.url))

/**
 * On a large machine, Node lets young garbage grow to 200 MB, however little memory is in use. Workers set the same
 * limit.
 */
const flags = ['--max-semi-space-size=16']

async function measure(task: string, n: number, file: string): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, task, `${n}`, file])
  const measured: Measured = JSON.parse(stdout)
  return measured
}

export async function run(print: (figure: Figure) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  const path = (name: string): string => join(folder, name)
  const compare = (bench: string, ours: number, peer: number, unit: string, peerName: string): void => {
    print({ bench, ours: round(ours), peer: round(peer), ratio: round(ours / peer), unit, n: rows, peerName })
  }
  try {
    for (const fileType of ['csv', 'xlsx', 'xls']) {
      const ours = await measure(fileType, rows, path(`ours.${fileType}`))
      const peer = await measure(`sheetjs-${fileType}`, sheetJsRows, path('peer'))
      const peerName = `SheetJS (${sheetJsRows} rows)`
      compare(`formats.${fileType}`, rows / ours.seconds, sheetJsRows / peer.seconds, 'rows/s', peerName)
      compare(`formats.${fileType}-memory`, ours.peakMegabytes, peer.peakMegabytes, 'MB', peerName)
    }
    const json = await measure('json', rows, path('ours.json'))
    const stringified = await measure('json-stringify', rows, path('peer'))
    compare('formats.json', rows / json.seconds, rows / stringified.seconds, 'rows/s', 'JSON.stringify per record')

    const readers = [
      {
        bench: 'formats.json-read',
        task: 'read-json',
        peer: 'json-parse',
        file: 'ours.json',
        peerName: 'JSON.parse whole',
      },
      { bench: 'formats.csv-read', task: 'read-csv', peer: 'csv-parse', file: 'ours.csv', peerName: 'csv-parse' },
    ]
    for (const { bench, task, peer, file, peerName } of readers) {
      const megabytes = (await stat(path(file))).size / 1e6
      const ours = await measure(task, rows, path(file))
      const theirs = await measure(peer, rows, path(file))
      compare(bench, megabytes / ours.seconds, megabytes / theirs.seconds, 'MB/s', peerName)
      compare(`${bench}-memory`, ours.peakMegabytes, theirs.peakMegabytes, 'MB', peerName)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100
}
