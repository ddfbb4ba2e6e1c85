import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type JsonBatch, type JsonObject, readJsonRecords } from '#formats/index.ts'
import { GrowingSet } from '../base/packs/growing-set.ts'
import { Unreadable } from '../api/read/fields.ts'
import {
  brokenFile,
  chunkBytes,
  noShape,
  notAnExport,
  translated,
  type FileBatch,
  type FileReader,
  type SetAside,
} from './file-reader.ts'
import { readJsonRecord } from './records.ts'

/** Reads an export’s JSON (an array, or one object per line) or saved results of the service’s message search. */
export function jsonBatches(path: string): FileReader {
  return { kind: 'json', shape: noShape, batches: () => batches(path) }
}

async function* batches(path: string): AsyncGenerator<FileBatch> {
  let read = 0
  const { size } = await stat(path)
  const source = createReadStream(path, { highWaterMark: chunkBytes })
  source.on('data', (chunk) => (read += chunk.length))
  const reader = readJsonRecords(source)
  const records = new GrowingSet(256)
  let before = 0
  try {
    for await (const found of reader) {
      const setAside: SetAside[] = []
      records.clear()
      for (const { index, error } of found.bad) setAside.push({ place: placeOf(index), reason: readable(error) })
      for (const [at, record] of found.records.entries()) {
        for (const item of inside(record)) {
          try {
            records.append(readJsonRecord(item))
          } catch (thrown) {
            if (!(thrown instanceof Unreadable)) throw thrown
            setAside.push({ place: placeOf(indexOf(found, before, at)), reason: thrown.message })
          }
        }
      }
      before += found.records.length + found.bad.length
      yield { records, setAside, done: read / Math.max(size, 1) }
    }
  } catch (thrown) {
    throw translated(thrown)
  } finally {
    source.destroy()
  }
  const { end } = reader
  if (end.shape === 'foreign') throw notAnExport('The file is not JSON. Choose an export file.')
  if (end.cut !== '' || !end.isComplete) {
    throw brokenFile(
      end.cut === ''
        ? 'The file is incomplete. Its end is missing.'
        : 'The file ends in the middle of a record. The rest is missing.',
    )
  }
  if (end.trailingBytes > 0) {
    throw brokenFile('The file has more data after its closing bracket. That data was not read.')
  }
}

/** The messages of a saved search result, which contains them in a list. */
function inside(record: JsonObject): readonly JsonObject[] {
  const list = record['messages']
  return Array.isArray(list) && record['id'] === undefined ? list.map(asObject) : [record]
}

function asObject(item: unknown): JsonObject {
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as JsonObject) : {}
}

function indexOf({ bad }: JsonBatch, before: number, at: number): number {
  return bad.reduce((index, { index: other }) => (other <= index ? index + 1 : index), before + at)
}

function placeOf(index: number): string {
  return `Record ${index + 1}`
}

/** Replaces the parser’s message, whose position inside the record means nothing to the user. */
function readable(error: string): string {
  return /JSON|token|position/i.test(error) ? 'The record is not valid JSON' : `The record is ${error}`
}
