import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Print } from '../support/figure.ts'
import { benchArchive } from './archive.ts'
import { Duck } from './duck.ts'
import { benchPage } from './page.ts'
import { fillArchive, writeCsv } from './rows.ts'

const million = 1_000_000

/**
 * The dashboard’s figures from the archive, compared with DuckDB on the same messages, and the time the page takes to
 * paint them.
 */
export async function run(print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-bench-'))
  try {
    const [archive, duck, csv] = [
      join(folder, 'archive'),
      join(folder, 'messages.duckdb'),
      join(folder, 'messages.csv'),
    ]
    await fillArchive(archive, million)
    await writeCsv(csv, million)
    const peer = await Duck.open(duck)
    await peer.fill(csv)
    peer.close()
    const peerName = 'DuckDB'
    await benchArchive({ print, archive, duck, n: million, name: '1m', peerName })
    await benchPage(print, archive, million)
    if (!process.argv.includes('--large')) return
    const large = join(folder, 'large')
    await fillArchive(large, million * 10)
    const tenth = `${peerName}, a tenth of the messages`
    await benchArchive({ print, archive: large, duck, n: million * 10, name: '10m', peerName: tenth })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
