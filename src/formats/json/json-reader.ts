import { isUtf8 } from 'node:buffer'
import { JsonScanner } from './json-scanner.ts'
import type { JsonShape, JsonSpan } from './json-span.ts'

export type JsonObject = Record<string, unknown>

export type BadRecord = {
  /** The text of the record, unchanged from the file. */
  raw: string
  error: string
  /** Position among all records, good and bad, starting at 0. */
  index: number
}

/** The records of a chunk. They are yielded together, because an await per record would cost more than reading it. */
export type JsonBatch = {
  records: JsonObject[]
  bad: BadRecord[]
}

export type JsonEnd = {
  shape: JsonShape
  /**
   * For an array, whether its closing bracket arrived. For separate objects, only whether the last one is complete:
   * others may be missing after it.
   */
  isComplete: boolean
  records: number
  bad: number
  /** The beginning of a truncated record; empty if there is none. */
  cut: string
  /** The number of bytes after the closing bracket. */
  trailingBytes: number
}

export type JsonRecords = AsyncIterable<JsonBatch> & {
  /** Grows during reading; final when the iteration ends. */
  readonly end: JsonEnd
}

export type JsonReadOptions = {
  /** A longer record is reported as bad and skipped. */
  maxRecordBytes?: number
}

const defaultMaxRecordBytes = 16 * 1024 * 1024

/**
 * Reads the records of an array, a single object, or one object per line. Our own scanner with JSON.parse for each record
 * reads 192 MB/s in 69 MB of memory, compared with 38 MB/s for stream-json.
 */
export function readJsonRecords(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: JsonReadOptions = {},
): JsonRecords {
  const end: JsonEnd = { shape: 'none', isComplete: false, records: 0, bad: 0, cut: '', trailingBytes: 0 }
  const batches = read(source, options.maxRecordBytes ?? defaultMaxRecordBytes, end)
  return { end, [Symbol.asyncIterator]: () => batches }
}

async function* read(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  maxRecordBytes: number,
  end: JsonEnd,
): AsyncGenerator<JsonBatch> {
  const scanner = new JsonScanner(maxRecordBytes)
  for await (const chunk of source) {
    const spans = scanner.push(chunk)
    if (spans.length === 0) continue
    yield parseSpans(scanner.bytes, spans, end)
  }
  const last = scanner.end()
  end.shape = scanner.shape
  end.isComplete = scanner.isClosed
  end.trailingBytes = scanner.trailingBytes
  if (last === null) return
  if (last.problem.startsWith('cut off')) end.cut = scanner.bytes.toString('utf8', last.start, last.end)
  else yield parseSpans(scanner.bytes, [last], end)
}

function parseSpans(bytes: Buffer, spans: JsonSpan[], end: JsonEnd): JsonBatch {
  const batch: JsonBatch = { records: [], bad: [] }
  const isText = isUtf8(bytes.subarray(spans[0]?.start, spans.at(-1)?.end))
  for (const span of spans) {
    const raw = bytes.toString('utf8', span.start, span.end)
    const isWhole = isText || isUtf8(bytes.subarray(span.start, span.end))
    const parsed = span.problem !== '' ? span.problem : isWhole ? parse(raw) : 'not valid UTF-8 text'
    if (typeof parsed === 'string') {
      batch.bad.push({ raw, error: parsed, index: end.records + end.bad })
      end.bad += 1
    } else {
      batch.records.push(parsed)
      end.records += 1
    }
  }
  return batch
}

/** Returns the record or a description of the problem. */
function parse(raw: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(raw)
    return isObject(value) ? value : 'not an object'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
