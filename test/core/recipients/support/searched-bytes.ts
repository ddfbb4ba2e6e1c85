import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { fold } from '#shared/domain/query/fold.ts'
import { filesIn } from './files-naming.ts'

const gzipMark = Buffer.from([0x1f, 0x8b, 0x08])
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const zipMark = Buffer.from('PK\x03\x04')
/** Shorter runs are ordinary words. */
const base64Run = /[A-Za-z0-9+/_-]{16,}(?:[=\r\n]+[A-Za-z0-9+/_-]+)*/g

/** The files below a folder that contain any of these texts in any encoding, with the texts found. */
export async function filesHolding(folder: string, texts: readonly string[]): Promise<Record<string, string[]>> {
  const wanted = texts.map(fold)
  const found: Record<string, string[]> = {}
  for (const path of (await filesIn(folder)).sort()) {
    const name = relative(folder, path)
    const held = heldBy(await readIfThere(path), wanted)
    if (fold(name).includes(wanted[0]!)) held.add(wanted[0]!)
    if (held.size > 0) found[name] = wanted.filter((text) => held.has(text))
  }
  return found
}

/** A temporary file may be gone, and is then found under its final name. */
function readIfThere(path: string): Promise<Buffer> {
  return readFile(path).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown
    return Buffer.alloc(0)
  })
}

/** Folding makes letter case irrelevant, and accents match whether composed, decomposed or missing. */
function heldBy(bytes: Buffer, wanted: readonly string[]): Set<string> {
  const held = new Set<string>()
  for (const content of [bytes, ...unpacked(bytes)]) {
    for (const text of readings(content)) {
      const folded = fold(text)
      for (const one of wanted) if (folded.includes(one)) held.add(one)
    }
  }
  return held
}

/** The content of compressed parts, wherever they start in the file. */
function unpacked(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (const at of placesOf(bytes, gzipMark)) parts.push(...unpack(() => gunzipSync(bytes.subarray(at))))
  for (const at of placesOf(bytes, zstdMark)) parts.push(...unpack(() => zstdDecompressSync(bytes.subarray(at))))
  for (const at of placesOf(bytes, zipMark)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    parts.push(...unpack(() => inflateRawSync(bytes.subarray(start))))
  }
  if (bytes[0] === 0x78) parts.push(...unpack(() => inflateSync(bytes)))
  return parts
}

/** Bytes that only look like compressed data contain nothing. */
function unpack(work: () => Buffer): Buffer[] {
  try {
    return [work()]
  } catch {
    return []
  }
}

function* placesOf(bytes: Buffer, mark: Buffer): Generator<number> {
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) yield at
}

function* readings(bytes: Buffer): Generator<string> {
  const text = bytes.toString('utf8')
  yield text
  yield bytes.toString('latin1')
  for (const start of [0, 1]) yield wideText(bytes, start)
  yield text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  yield text.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCharCode(hex === undefined ? Number(decimal) : parseInt(hex, 16)),
  )
  yield decoded(text, /(?:%[\da-f]{2})+/gi, '%')
  yield decoded(text.replace(/=\r?\n/g, ''), /(?:=[\da-f]{2})+/gi, '=')
  for (const [run] of text.matchAll(base64Run)) {
    const letters = run.replace(/[^\w+/-]/g, '')
    for (let start = 0; start < 4; start++) yield Buffer.from(letters.slice(start), 'base64').toString('utf8')
  }
}

/** Node reads past the buffer for an odd number of bytes at an odd offset. */
function wideText(bytes: Buffer, start: number): string {
  const aligned = Buffer.from(bytes.subarray(start))
  return aligned.toString('utf16le', 0, aligned.length & ~1)
}

function decoded(text: string, escapes: RegExp, mark: string): string {
  return text.replace(escapes, (run) => Buffer.from(run.replaceAll(mark, ''), 'hex').toString('utf8'))
}
