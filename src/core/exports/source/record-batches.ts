import type { Batch, Column, Row } from '#formats/index.ts'
import type { ArchiveTable } from '#shared/domain/exports/archive-rows.ts'
import { exportTags } from '#shared/domain/exports/export-tags.ts'
import {
  storedMessageOf,
  tagsOfCode,
  textEnd,
  textKinds,
  textStart,
  type RecordSet,
  type TextKind,
} from '../../base/packs/record-set.ts'

/**
 * The start of a record’s `others` if metadata is its only field without a column. `leftOver` determines the order of
 * fields.
 */
const metaStart = '{"meta":'
const metaEnd = ',"reason":null}'

/** The location of each record’s metadata. */
type Meta = { readonly starts: Uint32Array; readonly ends: Uint32Array }

type Read = (set: RecordSet, meta: Meta) => Column

/** Export columns that a record set contains unchanged. */
const readers: Readonly<Record<string, Read>> = {
  id: (set) => texts(set, textKinds.id),
  email: (set) => texts(set, textKinds.email),
  subject: (set) => texts(set, textKinds.subject),
  createdDate: (set) => ({ kind: 'dates', times: set.created }),
  lastStateDate: (set) => ({ kind: 'dates', times: set.lastStateDate }),
  size: (set) => ({ kind: 'numbers', numbers: set.bytes }),
  open: (set) => ({ kind: 'numbers', numbers: set.open }),
  click: (set) => ({ kind: 'numbers', numbers: set.click }),
  from: (set) => values(set, set.from),
  apiKey: (set) => values(set, set.apiKey),
  lastState: (set) => values(set, set.lastState),
  tags: (set) => ({ kind: 'codes', codes: set.tags, cellOf: (code) => exportTags(tagsOfCode(set, code)) || null }),
  meta: ({ texts: bytes }, meta) => ({ kind: 'texts', bytes, ...meta, isOptional: true }),
  reason: empty,
  reasonInWords: empty,
  openDetails: empty,
  clickDetails: empty,
  extra: empty,
}

/**
 * Returns a function that converts records to the form that a writer expects: columns or, if record sets lack a wanted
 * column, rows.
 */
export function recordBatches(ids: readonly string[], table: ArchiveTable): (set: RecordSet) => Batch {
  const wanted = ids.flatMap((id) => (Object.hasOwn(readers, id) ? [readers[id]!] : []))
  const rowAt = (set: RecordSet, at: number): Row => table.rowOf(storedMessageOf(set, at))
  if (wanted.length < ids.length) return (set) => Array.from({ length: set.size }, (_, at) => rowAt(set, at))
  return (set) => {
    const meta = { starts: new Uint32Array(set.size), ends: new Uint32Array(set.size) }
    const rows = new Map<number, Row>()
    for (let at = 0; at < set.size; at += 1) if (!readMeta(set, at, meta)) rows.set(at, rowAt(set, at))
    return { length: set.size, columns: wanted.map((read) => read(set, meta)), rows }
  }
}

/** False if the record contains fields without a column other than metadata. */
function readMeta(set: RecordSet, at: number, { starts, ends }: Meta): boolean {
  const start = textStart(set, at, textKinds.others)
  const end = textEnd(set, at, textKinds.others)
  if (start === end) return true
  const from = start + metaStart.length
  const to = end - metaEnd.length
  if (from > to || !has(set.texts, start, metaStart) || !has(set.texts, to, metaEnd)) return false
  // Empty values are left out, as in `archiveTable`.
  if (to - from <= longestNothing && nothing.includes(decoder.decode(set.texts.subarray(from, to)))) return true
  starts[at] = from
  ends[at] = to
  return true
}

const nothing = ['null', '{}', '[]']
const longestNothing = 4
const decoder = new TextDecoder()

function has(bytes: Uint8Array, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text.charCodeAt(at)) return false
  return true
}

function texts(set: RecordSet, kind: TextKind): Column {
  const starts = new Uint32Array(set.size)
  const ends = new Uint32Array(set.size)
  for (let at = 0; at < set.size; at += 1) {
    starts[at] = textStart(set, at, kind)
    ends[at] = textEnd(set, at, kind)
  }
  return { kind: 'texts', bytes: set.texts, starts, ends }
}

function values(set: RecordSet, codes: ArrayLike<number>): Column {
  return { kind: 'codes', codes, cellOf: (code) => set.values[code]! }
}

/** A column without values. Records that have this field are passed as rows instead. */
function empty({ size }: RecordSet): Column {
  return { kind: 'codes', codes: new Uint8Array(size), cellOf: () => null }
}
