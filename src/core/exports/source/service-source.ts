import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { readJsonRecords } from '#formats/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import type { ExportLayout, ExportWhat } from '#shared/contract/exports.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { ServiceClient } from '../../api/index.ts'
import { knownZone } from '../../messages/index.ts'
import { instantsOf } from '../../statistics/index.ts'
import { writeAll, type Content, type Target } from './content.ts'

export type ServiceWhat = Extract<ExportWhat, { source: 'service' }>

/** JSON lines are created from the service’s JSON. */
export function fileTypeOf(format: ExportFormat): FileType {
  return format === 'jsonl' ? 'json' : format
}

export async function writeService(
  { what, layout }: { what: ServiceWhat; layout: ExportLayout },
  target: Target,
  client: Pick<ServiceClient, 'exports'>,
): Promise<Content> {
  const { part, progress, signal } = target
  const { begin, end } = instantsOf(what, knownZone(what.zone))
  progress.say('Waiting for the service')
  const range = { dateBegin: begin, dateEnd: end }
  const download = await client.exports.all(fileTypeOf(layout.format), range, { signal })
  progress.totalBytes = download.totalBytes
  progress.received = () => download.progress().bytes
  if (layout.format === 'jsonl' || layout.gzip) {
    const facts = await writeServiceFile(download.bytes(), layout, target)
    return { ...facts, completeness: provedOf(download.completeness()) }
  }
  // On any failure, the caller that opened the part removes it.
  await download.writeTo(part)
  return { ...noFacts, completeness: provedOf(download.completeness()) }
}

export function provedOf(completeness: string): Content['completeness'] {
  return completeness === 'cannot-tell' ? completeness : 'whole'
}

const noFacts = { rows: null, sheets: 0, cutCells: 0, replacedCells: 0, columns: [], horizon: null, notes: [] }

/** Writes a file from the service in the requested form. */
export async function writeServiceFile(
  bytes: AsyncIterable<Uint8Array>,
  layout: ExportLayout,
  { part, progress, signal }: Target,
): Promise<Omit<Content, 'completeness'>> {
  let unreadable = 0
  async function* lines(): AsyncGenerator<Uint8Array> {
    const reader = readJsonRecords(bytes)
    progress.rows = 0
    for await (const { records, bad } of reader) {
      unreadable += bad.length
      progress.rows += records.length
      if (records.length > 0) yield Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    }
    if (!reader.end.isComplete || reader.end.cut !== '' || reader.end.trailingBytes > 0) {
      throw new AppError('incomplete-export', 'The service’s file is not valid JSON. Export again.')
    }
  }
  const content = layout.format === 'jsonl' ? lines() : bytes
  const write = (chunks: AsyncIterable<Uint8Array>): Promise<void> => writeAll(chunks, part)
  if (layout.gzip) await pipeline(Readable.from(content), createGzip({ level: 1 }), write, { signal })
  else await write(content)
  const notes = unreadable === 0 ? [] : [`Left out ${plural(english, unreadable, 'record')} that could not be read.`]
  return { ...noFacts, rows: progress.rows, notes }
}
