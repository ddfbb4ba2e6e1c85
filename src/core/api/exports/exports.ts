import { readJsonRecords, type JsonEnd } from '#formats/json/json-reader.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileType } from '#shared/domain/exports/file-type.ts'
import type { ExportRecord } from '#shared/domain/service/records.ts'
import type { DateRange } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import { unexpectedAnswer } from '../http/body.ts'
import { Aborted } from '../http/failure.ts'
import type { ReadBuffers } from '../http/read-buffers.ts'
import type { OpenStream, Request } from '../http/transport.ts'
import type { CallOptions } from '../options/options.ts'
import { outcomeUnknown, type OutcomeCheck } from '../options/outcome.ts'
import { JsonEdges, looksLikeRecord, notRecords, observeExport, type ExportEnd } from './export-end.ts'
import { readExportRecord } from '../read/export.ts'
import { Unreadable } from '../read/fields.ts'
import type { Problem } from '../read/list.ts'
import { asQuery, writeRange } from '../write/filter.ts'
import { isUnknownPath } from '../resources/blacklists.ts'
import { openPartFile, type PartFile } from './part-file.ts'

/** `whole` was proved; `cannot-tell` is csv or lines of json that ended without a length being announced. */
export type Completeness = 'running' | 'whole' | 'cannot-tell' | 'cut'

export type RecordBatch = { records: ExportRecord[]; problems: Problem[] }

/** An export on its way. It is read once, as bytes or as records, and must be read to its end or cancelled. */
export type ExportDownload = {
  readonly fileType: FileType
  /** As the service announced it; null when it did not, or when it compresses. */
  readonly totalBytes: number | null
  readonly requestId: string | null
  /**
   * Writes the file to a path, in flat memory and beside everything else. Under that name there is only ever a whole
   * file: until then, and for what a delta that broke off had brought, `details.part` of the error names another.
   */
  save(path: string): Promise<void>
  /** The file as it comes, in parts of up to 1 MB. Ends with an error when the file is not whole. */
  bytes(): AsyncIterable<Uint8Array>
  /** json only: one batch per chunk. Ends with an error when the file is not whole. */
  records(): AsyncIterable<RecordBatch>
  progress(): { bytes: number; records: number; problems: number }
  completeness(): Completeness
  cancel(): void
}

export type ExportOperations = {
  all(fileType: FileType, range: DateRange, options?: CallOptions): Promise<ExportDownload>
  /** Moves the service's mark: an effect, never repeated by itself. */
  delta(fileType: FileType, range: DateRange, options?: CallOptions): Promise<ExportDownload>
}

/** A record is some hundred bytes; reading one of sixteen megabytes would hold up everything else for a second. */
const maxRecordBytes = 1024 * 1024

export function exportOperations(context: Context, buffers: ReadBuffers): ExportOperations {
  const { caller, options: clientOptions } = context

  async function open(
    operation: 'exports.all' | 'exports.delta',
    fileType: FileType,
    range: DateRange,
    options: CallOptions | undefined,
  ): Promise<ExportDownload> {
    const values = writeRange(range, clientOptions.profile.dateForm, 'other')
    const path = operation === 'exports.all' ? `/export/${fileType}` : `/export/${fileType}/delta`
    const effect: OutcomeCheck | undefined = operation === 'exports.all' ? undefined : { kind: 'delta', fileType }
    const post: Request = { operation, method: 'POST', path, body: JSON.stringify(values), effect }
    const get: Request = { operation, method: 'GET', path: path + asQuery(values), effect }

    const known = context.learned().exportMethod
    const first = known ?? 'POST'
    let opened: OpenStream
    try {
      opened = await caller.open(first === 'POST' ? post : get, options)
      if (known === undefined) context.learn({ exportMethod: first })
    } catch (thrown) {
      // 404 and 405 mean that nothing was exported, so this is no repetition, of a delta neither. Another form than the
      // documented one may have been learned in a bad moment, or be no longer so; a delta is no way to find that out.
      const isOpen = known === undefined || (known === 'GET' && effect === undefined)
      if (!isOpen || !isUnknownPath(thrown)) throw thrown
      const other = first === 'POST' ? 'GET' : 'POST'
      opened = await caller.open(other === 'POST' ? post : get, options).catch((second: unknown) => {
        throw isUnknownPath(second) ? thrown : second
      })
      context.learn({ exportMethod: other })
    }
    return download(opened, fileType, effect, buffers)
  }

  return {
    all: (fileType, range, options) => open('exports.all', fileType, range, options),
    delta: (fileType, range, options) => open('exports.delta', fileType, range, options),
  }
}

/** Reasons that no break of the connection explains. */
const neverByACut = /^(?:The file is not |The brackets do not match|There is something after )/

function download(
  opened: OpenStream,
  fileType: FileType,
  effect: OutcomeCheck | undefined,
  buffers: ReadBuffers,
): ExportDownload {
  const { stream, headers, place, note } = opened
  const framed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const provable = framed || fileType !== 'csv' ? 'whole' : 'cannot-tell'
  let completeness: Completeness = 'running'
  let records = 0
  let problems = 0

  /** `part` is the path of what was kept. */
  function broken(thrown: unknown, part: string | null = null): AppError {
    completeness = 'cut'
    const error = opened.failure(thrown)
    if (effect === undefined) return error
    const unknown = outcomeUnknown(error, effect, note?.id, part === null ? {} : { part })
    note?.lost(unknown)
    return unknown
  }

  function notWhole(reason: string): AppError {
    // With a length announced everything came that was sent, so it is the file itself that is wrong.
    const sentence =
      framed || neverByACut.test(reason)
        ? 'The service sent an export that is not well-formed.'
        : 'The export is not complete: it broke off on the way.'
    return new AppError('incomplete-export', `${sentence} ${reason}`, {
      retryable: effect === undefined,
      details: { ...place, reason, bytes: opened.received(), records },
    })
  }

  function refuseEnd(end: ExportEnd): void {
    if (end.isWhole) return
    throw end.isOther === true ? notAnExport(end.reason) : notWhole(end.reason)
  }

  /** It came whole, and it is something else. */
  function notAnExport(reason: string): AppError {
    return unexpectedAnswer(reason.replace(/\.$/, ''), { ...place, bytes: opened.received(), records })
  }

  /** A login page or a gateway's apology with status 200 would otherwise be kept as somebody's export. */
  function refusePage(first: Uint8Array): void {
    const isHtml = /html/i.test(String(headers['content-type'] ?? ''))
    if (!isHtml && !/^\s*<(?:!doctype|html)/i.test(Buffer.from(first.subarray(0, 200)).toString('latin1'))) return
    throw new AppError(
      'not-json',
      'A web page answered instead of the service. Check the base URL; a proxy or a login page may be in between.',
      { details: { ...place } },
    )
  }

  async function* source(see?: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
    let isFirst = true
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (isFirst) refusePage(chunk)
      isFirst = false
      see?.(chunk)
      yield chunk
    }
    refuseBroken()
  }

  function refuseBroken(): void {
    const reason = opened.broken()
    if (reason !== null) throw reason
  }

  async function* bytes(): AsyncGenerator<Uint8Array> {
    const observer = observeExport(fileType, framed)
    try {
      for await (const chunk of source()) {
        observer.push(chunk)
        yield chunk
      }
      refuseEnd(observer.end())
    } catch (thrown) {
      throw broken(thrown)
    } finally {
      stream.destroy()
    }
    completeness = provable
  }

  async function save(path: string): Promise<void> {
    const observer = observeExport(fileType, framed)
    const loan = buffers.lend()
    let isFirst = true
    let file: PartFile | null = null
    function take(part: Buffer): void {
      if (isFirst) refusePage(part)
      isFirst = false
      observer.push(part)
    }
    try {
      file = await openPartFile(path)
      await file.fill(stream, take, loan.release)
      refuseBroken()
      refuseEnd(observer.end())
      // A delta cannot be had a second time: the mark has moved.
      await file.keep(effect !== undefined)
    } catch (thrown) {
      const part = (await file?.abandon(effect !== undefined)) ?? null
      throw broken(thrown, part)
    } finally {
      stream.destroy()
      loan.end()
    }
    completeness = provable
    note?.known()
  }

  async function* recordBatches(): AsyncGenerator<RecordBatch> {
    const edges = new JsonEdges()
    const reader = readJsonRecords(
      source((chunk) => edges.push(chunk)),
      { maxRecordBytes },
    )
    let isOfRecords = false
    try {
      for await (const { records: given, bad } of reader) {
        const batch: RecordBatch = {
          records: [],
          problems: bad.map(({ index, error, raw }) => ({ index, reason: error, raw })),
        }
        for (const [at, item] of given.entries()) {
          try {
            batch.records.push(readExportRecord(item))
          } catch (thrown) {
            if (!(thrown instanceof Unreadable)) throw thrown
            batch.problems.push({ index: records + problems + at, reason: thrown.message, raw: item })
          }
        }
        records += batch.records.length
        problems += batch.problems.length
        isOfRecords ||= batch.records.length > 0 || batch.problems.some(({ raw }) => looksLikeRecord(raw))
        yield batch
      }
      refuseRecords(reader.end)
      if (!isOfRecords && problems > 0) throw notAnExport(notRecords)
      refuseEnd(edges.end())
    } catch (thrown) {
      throw broken(thrown)
    } finally {
      stream.destroy()
    }
    completeness = framed || reader.end.shape === 'array' ? 'whole' : 'cannot-tell'
  }

  function refuseRecords(end: JsonEnd): void {
    if (end.cut !== '') throw notWhole('The last record is cut off.')
    if (end.shape === 'foreign') throw notWhole('The file is not JSON.')
    if (end.trailingBytes > 0) throw notWhole('There is something after the closing bracket.')
    if (!end.isComplete) throw notWhole('The closing bracket is missing.')
  }

  /** A reader that leaves early has not got the whole of it, and says nothing. */
  async function* noted<T>(read: AsyncGenerator<T>): AsyncGenerator<T> {
    try {
      yield* read
      note?.known()
    } finally {
      if (completeness === 'running') broken(new Aborted())
    }
  }

  return {
    fileType,
    totalBytes: announced(headers),
    requestId: place.requestId,
    save,
    bytes: () => (note === null ? bytes() : noted(bytes())),
    records: () => (note === null ? recordBatches() : noted(recordBatches())),
    progress: () => ({ bytes: opened.received(), records, problems }),
    completeness: () => completeness,
    cancel() {
      if (effect !== undefined && completeness === 'running') broken(new Aborted())
      stream.destroy(new Aborted())
    },
  }
}

function announced(headers: OpenStream['headers']): number | null {
  const length = headers['content-length']
  if (headers['content-encoding'] !== undefined || typeof length !== 'string') return null
  return /^\d+$/.test(length) ? Number(length) : null
}
