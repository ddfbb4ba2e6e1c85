import type { TextPool } from '../sheets/text-pool.ts'
import { UnreadableFile } from '../base/unreadable-file.ts'
import type { BiffRecords } from './biff-records.ts'

const continueRecord = 0x003c

/** Reads a text within one record: its length in `lengthSize` bytes, a byte of flags, and its characters. */
export function textAt(body: Buffer, at: number, lengthSize: 1 | 2): string {
  const length = lengthSize === 1 ? body.readUInt8(at) : body.readUInt16LE(at)
  const flags = body.readUInt8(at + lengthSize)
  const start = at + lengthSize + 1 + ((flags & 8) !== 0 ? 2 : 0) + ((flags & 4) !== 0 ? 4 : 0)
  return (flags & 1) !== 0
    ? body.toString('utf16le', start, start + length * 2)
    : body.toString('latin1', start, start + length)
}

/**
 * Reads the table of shared texts. The table spans several records, and a record may end anywhere in a text except in
 * its header. If it ends among the characters, the next record begins by repeating the width flag.
 */
export async function readTexts(records: BiffRecords, first: Buffer, pool: TextPool): Promise<void> {
  const count = first.readUInt32LE(4)
  let body = first
  let at = 8
  const nextRecord = async (): Promise<void> => {
    const next = records.buffered() ?? (await records.next())
    if (next.type !== continueRecord)
      throw new UnreadableFile('The file is damaged. Its text table is too short. Copy or download it again.')
    body = next.body
    at = 0
  }
  for (let index = 0; index < count; index += 1) {
    if (at >= body.length) await nextRecord()
    let left = body.readUInt16LE(at)
    const flags = body.readUInt8(at + 2)
    at += 3
    const runs = (flags & 8) !== 0 ? body.readUInt16LE(at) : 0
    if ((flags & 8) !== 0) at += 2
    const spoken = (flags & 4) !== 0 ? body.readUInt32LE(at) : 0
    if ((flags & 4) !== 0) at += 4
    let isWide = (flags & 1) !== 0
    let text = ''
    while (left > 0) {
      if (at >= body.length) {
        await nextRecord()
        isWide = (body.readUInt8(0) & 1) !== 0
        at = 1
      }
      const width = isWide ? 2 : 1
      const letters = Math.min(left, Math.floor((body.length - at) / width))
      if (letters === 0)
        throw new UnreadableFile(
          'The file is damaged. One of its texts is split in the middle of a character. Copy or download it again.',
        )
      const end = at + letters * width
      text += isWide ? body.toString('utf16le', at, end) : body.toString('latin1', at, end)
      at = end
      left -= letters
    }
    for (let skip = runs * 4 + spoken; skip > 0;) {
      if (at >= body.length) await nextRecord()
      const step = Math.min(skip, body.length - at)
      at += step
      skip -= step
    }
    pool.add(text)
    if (pool.isHeavy) await pool.flush()
  }
  await pool.finish()
}
