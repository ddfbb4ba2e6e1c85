import { describe, expect, it } from 'vitest'
import { CFB } from 'xlsx'
import { bytesOf } from '#test/support/table-files.ts'
import { CompoundEndObserver } from './compound-end.ts'
import { compoundFile, compoundFileLimit } from './compound-file.ts'

/** The bytes differ from sector to sector, so that a misplaced sector is noticed. */
function content(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(at, at)
  return bytes
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_000) yield await Promise.resolve(bytes.subarray(at, at + 100_000))
}

/** The content size that the sectors listed in the header can describe, excluding their own and the directory’s. */
const headerReach = (109 * 128 - 109 - 1) * 512
const listReach = 127 * 127 * 512

describe('compoundFile', () => {
  it.each([
    ['next to nothing', 1],
    ['the smallest stream', 4096],
    ['a byte past a sector', 4097],
    ['one table, full', 126 * 512],
    ['two tables', 126 * 512 + 1],
    ['all the header lists', headerReach],
    ['the first list sector', headerReach + 1],
    ['two list sectors', headerReach + listReach + 1],
  ])('is opened by an independent reader: %s', async (_, size) => {
    const bytes = content(size)
    const file = await bytesOf(compoundFile('Workbook', size, chunks(bytes)))
    expect(file.length % 512).toBe(0)
    const entry = CFB.find(CFB.read(file, { type: 'buffer' }), 'Workbook')
    expect(
      Buffer.from(entry!.content as number[])
        .subarray(0, size)
        .equals(bytes),
    ).toBe(true)
    expect(entry!.size).toBe(Math.max(size, 4096))

    const whole = new CompoundEndObserver()
    whole.push(file)
    expect(whole.end()).toEqual({ isWhole: true })
    const cut = new CompoundEndObserver()
    cut.push(file.subarray(0, file.length - 1))
    expect(cut.end().isWhole).toBe(false)
  })

  it('refuses a size that no reader of the format would open', async () => {
    await expect(bytesOf(compoundFile('Workbook', compoundFileLimit + 1, chunks(content(0))))).rejects.toThrow('2 GB')
  })
})
