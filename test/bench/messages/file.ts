import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Row, writeTable } from '#formats/index.ts'
import { exportColumns } from '#shared/domain/exports/export-columns.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { figure, type Print } from '../support/figure.ts'
import { importWithSqlite } from './sqlite-import.ts'

const task = fileURLToPath(new URL('file-task.ts', import.meta.url))

type Outcome = { seconds: number; megabytes: number; messages: number; cpuSeconds: number }

/** Compares importing a user’s csv file into the archive with importing it with sqlite3. */
export async function run(print: Print, { count = 1_000_000 }: { count?: number } = {}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  try {
    const csv = join(folder, 'export.csv')
    await pipeline(
      Readable.from(writeTable('csv', exportColumns, batches(count), { for: 'machines' })),
      createWriteStream(csv),
    )
    const nothing = join(folder, 'nothing.csv')
    await pipeline(
      Readable.from(writeTable('csv', exportColumns, batches(1), { for: 'machines' })),
      createWriteStream(nothing),
    )
    // Fills the compile cache, which every start of Mailroom but the first can use.
    await measured(nothing, join(folder, 'nothing'), folder)
    const ours = await measured(csv, join(folder, 'archive'), folder)
    if (ours.messages !== count) throw new Error(`${ours.messages} messages of ${count} were imported.`)
    const reading = await measured(csv, null, folder)
    const peer = importWithSqlite(csv, join(folder, 'peer.sqlite'))
    if (peer === null) throw new Error('The bench of imports needs the program sqlite3.')
    const line = { n: count, peerName: 'sqlite3 .import' }
    print(figure({ bench: 'messages.import-csv-1m', ours: ours.seconds, peer: peer.seconds, unit: 's', ...line }))
    print(figure({ bench: 'messages.import-csv-rss', ours: ours.megabytes, peer: peer.megabytes, unit: 'MB', ...line }))
    print(
      figure({ bench: 'messages.import-csv-read', ours: reading.cpuSeconds, peer: peer.seconds, unit: 's', ...line }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measured(file: string, archive: string | null, folder: string): Promise<Outcome> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const { stdout } = await promisify(execFile)(process.execPath, [task, file, ...(archive ? [archive] : [])], { env })
  return JSON.parse(stdout) as Outcome
}

function* batches(count: number): Generator<Row[]> {
  let rows: Row[] = []
  for (const message of generateMessages({ count })) {
    const { id, apiKey, createdDate, lastStateDate, from, email, subject, size, tags, lastState, open, click } = message
    rows.push([
      id,
      apiKey,
      new Date(createdDate),
      new Date(lastStateDate),
      from,
      email,
      subject,
      size,
      tags.join(','),
      lastState,
      open,
      click,
    ])
    if (rows.length < 1000) continue
    yield rows
    rows = []
  }
  yield rows
}
