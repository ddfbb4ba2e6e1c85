import { createCallLog, createServiceClient } from '#core/api/index.ts'
import { ExportPart } from '#core/exports/file/export-part.ts'
import { PauseGate } from '#core/exports/file/pause-gate.ts'
import { ExportProgress } from '#core/exports/file/progress.ts'
import { writeService } from '#core/exports/source/service-source.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { ExportLayout } from '#shared/contract/exports.ts'
import { peakMemory } from '../support/peak-memory.ts'

/** Exports these days from the service in a separate process: `service-task.ts URL USER KEY FILE FROM TO`. */
const [baseUrl = '', user = '', key = '', file = '', from = '', to = ''] = process.argv.slice(2)
const client = createServiceClient({
  profile: { ...accountDefaults, baseUrl, user },
  key: () => Promise.resolve(key),
  learned: { get: () => ({ exportMethod: 'POST' }), set: () => undefined },
  clock: systemClock,
  logger: { log: () => undefined },
  callLog: createCallLog(),
})
const layout: ExportLayout = {
  format: 'csv',
  gzip: false,
  columns: [],
  zone: 'UTC',
  dates: 'iso',
  csv: { separator: ',', decimal: '.', byteOrderMark: false, guard: false },
}
const [gate, { signal }] = [new PauseGate(), new AbortController()]
const progress = new ExportProgress({ clock: systemClock, pausedNote: '' })

// A running Mailroom has called its service before, so Node’s HTTP parser and time zones are loaded.
const first = await write(`${file}.first`, { from, to: from })
await first.remove()

const started = performance.now()
const part = await write(file, { from, to })
// Measured until the bytes are passed to the system, because curl does not wait for the disk either.
const seconds = (performance.now() - started) / 1000
const { bytes } = await part.finish()
await client.close()
process.stdout.write(JSON.stringify({ seconds, megabytes: peakMemory() / 1024 ** 2, bytes }))

async function write(path: string, days: { from: string; to: string }): Promise<ExportPart> {
  const part = await ExportPart.open(path, { gate, progress, signal, mode: 0o600 })
  const what = { source: 'service', zone: 'UTC', ...days } as const
  await writeService({ what, layout }, { part, progress, gate, signal }, client)
  return part
}
