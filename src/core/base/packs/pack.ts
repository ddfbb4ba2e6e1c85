import { damaged } from './damaged.ts'
import { GrowingSet } from './growing-set.ts'
import { codeNames, countNames, dateNames, textsOfRecord, type RecordSet } from './record-set.ts'

/**
 * A record set as bytes: the number of records, the length of `values`, the columns (widest first), `values` as JSON,
 * and then the texts. Numbers are little-endian, as on every machine that Mailroom runs on.
 */
const headBytes = 16
const bytesOfRecord = dateNames.length * 8 + countNames.length * 4 + textsOfRecord * 4 + codeNames.length * 2 + 1
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function writePack(set: GrowingSet): Uint8Array<ArrayBuffer> {
  const values = encoder.encode(JSON.stringify(set.values))
  const columnBytes = set.size * bytesOfRecord
  const pack = new Uint8Array(headBytes + columnBytes + values.length + set.textBytes)
  new Uint32Array(pack.buffer, 0, 2).set([set.size, values.length])
  let at = headBytes
  const place = <Kind extends Numbers>(Column: Constructor<Kind>, count: number): Kind => {
    const column = new Column(pack.buffer, at, count)
    at += column.byteLength
    return column
  }
  for (const name of dateNames) place(Float64Array, set.size).set(set[name].subarray(0, set.size))
  for (const name of countNames) place(Uint32Array, set.size).set(set[name].subarray(0, set.size))
  place(Uint32Array, set.size * textsOfRecord).set(set.ends.subarray(0, set.size * textsOfRecord))
  for (const name of codeNames) place(Uint16Array, set.size).set(set[name].subarray(0, set.size))
  place(Uint8Array, set.size).set(set.complete.subarray(0, set.size))
  pack.set(values, at)
  pack.set(set.texts.subarray(0, set.textBytes), at + values.length)
  return pack
}

/** A view of the pack. The pack is copied only if it isn’t aligned to eight bytes. */
export function readPack(given: Uint8Array): RecordSet {
  const pack = given.byteOffset % 8 === 0 ? given : given.slice()
  const buffer = pack.buffer as ArrayBuffer
  if (pack.length < headBytes) throw damaged({ pack: pack.length })
  const [size, valuesLength] = new Uint32Array(buffer, pack.byteOffset, 2) as unknown as [number, number]
  let at = pack.byteOffset + headBytes
  const end = pack.byteOffset + pack.length
  if (at + size * bytesOfRecord + valuesLength > end) throw damaged({ pack: pack.length, size })
  const take = <Kind extends Numbers>(Column: Constructor<Kind>, count: number): Kind => {
    const column = new Column(buffer, at, count)
    at += column.byteLength
    return column
  }
  const [row, created, lastStateDate] = dateNames.map(() => take(Float64Array, size))
  const [bytes, open, click] = countNames.map(() => take(Uint32Array, size))
  const ends = take(Uint32Array, size * textsOfRecord)
  const [from, apiKey, lastState, tags] = codeNames.map(() => take(Uint16Array, size))
  const complete = take(Uint8Array, size)
  const values = JSON.parse(decoder.decode(take(Uint8Array, valuesLength))) as string[]
  const texts = take(Uint8Array, end - at)
  return {
    size,
    row: row!,
    created: created!,
    lastStateDate: lastStateDate!,
    bytes: bytes!,
    open: open!,
    click: click!,
    from: from!,
    apiKey: apiKey!,
    lastState: lastState!,
    tags: tags!,
    complete,
    values,
    ends,
    texts,
  }
}

/**
 * Returns a pack’s texts, for reading one field of many records. Reading the entire pack would take three times as
 * long.
 */
export function readTexts(given: Uint8Array): Pick<RecordSet, 'ends' | 'texts'> {
  const pack = given.byteOffset % 8 === 0 ? given : given.slice()
  if (pack.length < headBytes) throw damaged({ pack: pack.length })
  const head = new Uint32Array(pack.buffer, pack.byteOffset, 2)
  const [size, valuesLength] = [head[0]!, head[1]!]
  const textsAt = headBytes + size * bytesOfRecord + valuesLength
  if (textsAt > pack.length) throw damaged({ pack: pack.length, size })
  const endsAt = pack.byteOffset + headBytes + size * (dateNames.length * 8 + countNames.length * 4)
  return {
    ends: new Uint32Array(pack.buffer as ArrayBuffer, endsAt, size * textsOfRecord),
    texts: pack.subarray(textsAt),
  }
}

type Numbers = Float64Array | Uint32Array | Uint16Array | Uint8Array
type Constructor<Kind extends Numbers> = new (buffer: ArrayBuffer, at: number, count: number) => Kind
