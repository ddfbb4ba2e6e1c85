import { dirname } from 'node:path'
import { readJsonRecords, type JsonEnd } from '#formats/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import type { ExportRecord } from '#shared/domain/service/records.ts'
import { PartFile, partPathOf, syncFolder } from '../../base/whole-files/part-file.ts'
import { chosenFileError } from '../../base/whole-files/chosen-file-error.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import { streamInUtf8 } from '../http/charset.ts'
import { unexpectedAnswer, webPageError } from '../http/body.ts'
import { Aborted } from '../http/failure.ts'
import type { ReadBuffers } from '../http/read-buffers.ts'
import type { OpenStream } from '../http/stream-try.ts'
import { outcomeUnknown, type OutcomeCheck } from '../options/outcome.ts'
import { readExportRecord } from '../read/export.ts'
import { Unreadable } from '../read/fields.ts'
import type { Problem } from '../read/list.ts'
import { JsonEdges, looksLikeRecord, notRecords, observeExport, type ExportEnd } from './export-end.ts'
import { fillFile } from './fill-file.ts'

/**
 * `whole`: proved to be complete. `cannot-tell`: CSV or JSON lines that ended without an announced length. `cut`:
 * failed or stopped early.
 */
export type Completeness = 'running' | 'whole' | 'cannot-tell' | 'cut'

export type RecordBatch = { records: ExportRecord[]; problems: Problem[] }

type Part = Pick<PartFile, 'path' | 'write' | 'size' | 'close' | 'remove'>

type DownloadOptions = {
  readonly opened: OpenStream
  readonly fileType: FileType
  /** Set if the download moves the service’s marker. */
  readonly effect: OutcomeCheck | undefined
  readonly buffers: ReadBuffers
}

/** A record is a few hundred bytes long; reading one of sixteen megabytes would hold up everything else for a second. */
const maxRecordBytes = 1024 * 1024

/** Faults that a broken connection does not explain. */
const wrongFile = /^(?:The file is not |The brackets do not match|There is more text after )/

/** An export in progress. It is read once, as bytes or as records, and must be read to its end or cancelled. */
export class ExportDownload {
  readonly fileType: FileType
  /** The length that the service announced; null if it announced none or compresses the response. */
  readonly totalBytes: number | null
  readonly requestId: string | null
  readonly #opened: OpenStream
  readonly #effect: OutcomeCheck | undefined
  readonly #buffers: ReadBuffers
  /** Whether the connection guarantees that everything sent has arrived. */
  readonly #isFramed: boolean
  /**
   * Whether the response is JSON lines without a line, which means that the export has no records. An empty response
   * from a gateway has no JSON content type.
   */
  readonly #hasNoLines: boolean
  #completeness: Completeness = 'running'
  #records = 0
  #problems = 0

  constructor({ opened, fileType, effect, buffers }: DownloadOptions) {
    const { headers, facts } = opened
    this.fileType = fileType
    this.totalBytes = announcedBytes(headers)
    this.requestId = facts.requestId
    const isText = fileType === 'json' || fileType === 'csv'
    this.#opened = isText ? { ...opened, stream: streamInUtf8(opened.stream, headers, { ...facts }) } : opened
    this.#effect = effect
    this.#buffers = buffers
    this.#isFramed = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    this.#hasNoLines = fileType === 'json' && this.totalBytes === 0 && /json/i.test(contentType(headers))
  }

  /**
   * Writes the file to a path, with constant memory and without blocking other work. That path only ever contains a
   * complete file. Until the end, the data is in another file. If a delta breaks off, its received part stays there, and
   * the error’s `details.part` names that file.
   */
  async save(path: string): Promise<void> {
    const part = await onDisk(path, PartFile.open(partPathOf(path), { mode: 0o600 })).catch((error: unknown) => {
      this.#opened.stream.destroy()
      throw this.#fail(error)
    })
    await this.#write(part, async () => {
      // A delta cannot be fetched a second time, because the marker has moved, so its received part is kept.
      const isOnlyCopy = this.#effect !== undefined
      if (isOnlyCopy) await part.sync()
      await part.close()
      await renamePatiently(part.path, path)
      if (isOnlyCopy) await syncFolder(dirname(path))
    })
  }

  /**
   * Writes the file into a part that the caller opened and keeps open. If the export fails, the part is removed, unless
   * it has data of a delta, which can’t be fetched again.
   */
  async writeTo(part: Part): Promise<void> {
    await this.#write(part, () => Promise.resolve())
  }

  /** Returns the file as it arrives, in chunks of up to 1 MB. Ends with an error if the file is incomplete. */
  bytes(): AsyncIterable<Uint8Array> {
    return this.#followed(this.#bytes())
  }

  /** Returns the records of a JSON file, one batch per chunk. Ends with an error if the file is incomplete. */
  records(): AsyncIterable<RecordBatch> {
    return this.#followed(this.#batches())
  }

  progress(): { bytes: number; records: number; problems: number } {
    return { bytes: this.#opened.received(), records: this.#records, problems: this.#problems }
  }

  completeness(): Completeness {
    return this.#completeness
  }

  cancel(): void {
    if (this.#effect !== undefined && this.#completeness === 'running') this.#fail(new Aborted())
    this.#opened.stream.destroy(new Aborted())
  }

  async #write(part: Part, keep: () => Promise<void>): Promise<void> {
    const { stream, note } = this.#opened
    const observer = observeExport(this.fileType, this.#isFramed)
    const loan = this.#buffers.lend()
    let isFirst = true
    const take = (bytes: Buffer): void => {
      if (isFirst) this.#refusePage(bytes)
      isFirst = false
      observer.push(bytes)
    }
    const write = (parts: Buffer[]): Promise<void> => onDisk(part.path, part.write(parts))
    try {
      await fillFile(stream, write, take, (bytes) => loan.release(bytes))
      this.#refuseBroken()
      this.#refuseEnd(observer.end())
      await onDisk(part.path, keep())
    } catch (thrown) {
      const kept = this.#effect === undefined ? 0 : await part.size().catch(() => 0)
      await (kept > 0 ? part.close().catch(() => undefined) : part.remove())
      throw this.#fail(thrown, kept > 0 ? part.path : null)
    } finally {
      stream.destroy()
      loan.end()
    }
    this.#completeness = this.#provable()
    note?.settle()
  }

  async *#bytes(): AsyncGenerator<Uint8Array, Completeness> {
    const observer = observeExport(this.fileType, this.#isFramed)
    for await (const chunk of this.#chunks()) {
      observer.push(chunk)
      yield chunk
    }
    this.#refuseEnd(observer.end())
    return this.#provable()
  }

  async *#batches(): AsyncGenerator<RecordBatch, Completeness> {
    const edges = new JsonEdges()
    const reader = readJsonRecords(this.#chunks(edges), { maxRecordBytes })
    let hasRecords = false
    for await (const { records, bad } of reader) {
      const batch: RecordBatch = {
        records: [],
        problems: bad.map(({ index, error, raw }) => ({ index, reason: error, raw })),
      }
      for (const [at, item] of records.entries()) {
        try {
          batch.records.push(readExportRecord(item))
        } catch (thrown) {
          if (!(thrown instanceof Unreadable)) throw thrown
          batch.problems.push({ index: this.#records + this.#problems + at, reason: thrown.message, raw: item })
        }
      }
      this.#records += batch.records.length
      this.#problems += batch.problems.length
      hasRecords ||= batch.records.length > 0 || batch.problems.some(({ raw }) => looksLikeRecord(raw))
      yield batch
    }
    if (this.#hasNoLines) return 'whole'
    this.#refuseRecords(reader.end)
    if (!hasRecords && this.#problems > 0) throw this.#notAnExport(notRecords)
    this.#refuseEnd(edges.end())
    return this.#isFramed || reader.end.shape === 'array' ? 'whole' : 'cannot-tell'
  }

  async *#chunks(edges?: JsonEdges): AsyncGenerator<Uint8Array> {
    let isFirst = true
    for await (const chunk of this.#opened.stream as AsyncIterable<Uint8Array>) {
      if (isFirst) this.#refusePage(chunk)
      isFirst = false
      edges?.push(chunk)
      yield chunk
    }
    this.#refuseBroken()
  }

  /** Settles an effect’s note once everything has been read. If a reader stops early, the rest is lost. */
  async *#followed<T>(read: AsyncGenerator<T, Completeness>): AsyncGenerator<T> {
    try {
      this.#completeness = yield* read
      this.#opened.note?.settle()
    } catch (thrown) {
      throw this.#fail(thrown)
    } finally {
      if (this.#completeness === 'running') this.#fail(new Aborted())
      this.#opened.stream.destroy()
    }
  }

  #provable(): Completeness {
    return this.#isFramed || this.fileType !== 'csv' ? 'whole' : 'cannot-tell'
  }

  /** `part` is the path of the partial file that was kept; null if none was. */
  #fail(thrown: unknown, part: string | null = null): AppError {
    const { note } = this.#opened
    this.#completeness = 'cut'
    const error = this.#opened.failure(thrown)
    if (this.#effect === undefined) return error
    const unknown = outcomeUnknown(error, this.#effect, note?.id, part === null ? {} : { part })
    note?.lose(unknown)
    return unknown
  }

  #refuseBroken(): void {
    const reason = this.#opened.broken()
    if (reason !== null) throw reason
  }

  #refuseEnd(end: ExportEnd): void {
    if (end.isWhole || this.#hasNoLines) return
    throw end.isOther === true ? this.#notAnExport(end.reason) : this.#notWhole(end.reason)
  }

  #refuseRecords(end: JsonEnd): void {
    if (end.cut !== '') throw this.#notWhole('The last record is cut off.')
    if (end.shape === 'foreign') throw this.#notWhole('The file is not JSON.')
    if (end.trailingBytes > 0) throw this.#notWhole('There is more text after the closing bracket.')
    if (!end.isComplete) throw this.#notWhole('The closing bracket is missing.')
  }

  #notWhole(reason: string): AppError {
    // If a length was announced, everything sent has arrived, so the file itself is wrong.
    const sentence =
      this.#isFramed || wrongFile.test(reason)
        ? 'The service sent a malformed export.'
        : 'The export is incomplete because the connection was lost.'
    return new AppError('incomplete-export', `${sentence} ${reason}`, {
      retryable: this.#effect === undefined,
      details: { ...this.#opened.facts, reason, bytes: this.#opened.received(), records: this.#records },
    })
  }

  /** Returns the error for a download that completed but isn’t an export. */
  #notAnExport(reason: string): AppError {
    const { facts } = this.#opened
    const details = { ...facts, bytes: this.#opened.received(), records: this.#records }
    return unexpectedAnswer(reason.replace(/\.$/, ''), details)
  }

  /** Refuses a login page or a gateway’s error page with status 200, which would otherwise be saved as an export. */
  #refusePage(first: Uint8Array): void {
    const { headers, facts } = this.#opened
    const isHtml = /html/i.test(contentType(headers))
    if (!isHtml && !/^\s*<(?:!doctype|html)/i.test(Buffer.from(first.subarray(0, 200)).toString('latin1'))) return
    throw webPageError({ ...facts })
  }
}

function contentType(headers: OpenStream['headers']): string {
  return String(headers['content-type'] ?? '')
}

function announcedBytes(headers: OpenStream['headers']): number | null {
  const length = headers['content-length']
  if (headers['content-encoding'] !== undefined || typeof length !== 'string') return null
  return /^\d+$/.test(length) ? Number(length) : null
}

async function onDisk<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw chosenFileError(path, error)
  }
}
