import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { writeTable, type Batch } from '#formats/index.ts'
import { recordBatches } from '#core/exports/source/record-batches.ts'
import { exportFormats } from '#shared/contract/base/export-choices.ts'
import { defaultColumns } from '#shared/domain/exports/archive-columns.ts'
import { archiveTable } from '#shared/domain/exports/archive-rows.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { openArchive } from '../messages/search.ts'
import { peakMemory } from '../support/peak-memory.ts'

/**
 * Exports a whole archive in a separate process, so that its memory can be measured: `export-task.ts FORMAT ARCHIVE
 * FILE`.
 */
const [name, folder = '', file = ''] = process.argv.slice(2)
const format = exportFormats.find((known) => known === name)
if (format === undefined) throw new Error(`There is no format ${name}.`)
const archive = await openArchive(folder)

const started = performance.now()
// The same columns in each format, so that all of them can be compared with one peer.
const wanted = { format, columns: defaultColumns('csv'), keyNames: new Map() }
const archived = archiveTable(wanted)
const batchOf = recordBatches(wanted.columns, archived)
const scope = { query: parse('').query, context: { now: Date.now(), zone: 'UTC' } }
async function* batches(): AsyncGenerator<Batch> {
  for await (const set of archive.recordSets(scope)) yield batchOf(set)
}
const { columns, jsonColumns } = archived
const table = writeTable(format, columns, batches(), { for: 'machines', jsonColumns })
const output = createWriteStream(file)
for await (const chunk of table) if (!output.write(chunk)) await once(output, 'drain')
output.end()
await finished(output)
const seconds = (performance.now() - started) / 1000

await archive.close()
process.stdout.write(JSON.stringify({ seconds, megabytes: peakMemory() / 1024 ** 2, rows: table.report.rows }))
