import { bytesOf } from '#test/support/table-files.ts'
import { writeTable } from '#formats/index.ts'
import { exportColumns, exportFields } from '#shared/domain/exports/export-columns.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'

const rows = Array.from({ length: 60 }, (_, at) => [
  `m-${at}`,
  'key-1',
  new Date(1_700_000_000_000 + at * 1000),
  new Date(1_700_000_005_000),
  'shop@a.example',
  `p${at}@b.example`,
  `Invoice ${at}, "paid"\nthank you`,
  1200 + at,
  'invoice,paid',
  'delivered',
  at % 3,
  0,
])

export function validFile(fileType: FileType): Promise<Buffer> {
  return bytesOf(writeTable(fileType, fileType === 'json' ? exportFields : exportColumns, [rows], { for: 'machines' }))
}

/** Random numbers that are the same for the same seed on every machine. */
class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
}

/** Ways in which a disk or a user damages a file. */
const changes: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  function flipBits(bytes, random) {
    for (let times = 1 + random.below(8); times > 0; times--) bytes[random.below(bytes.length)]! ^= 1 << random.below(8)
    return bytes
  },
  function cut(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length))
  },
  function leaveOut(bytes, random) {
    const [from, length] = range(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
  },
  function repeat(bytes, random) {
    const [from, length] = range(bytes, random)
    const part = bytes.subarray(from, from + length)
    return Buffer.concat([
      bytes.subarray(0, from),
      ...Array.from({ length: 1 + random.below(50) }, () => part),
      bytes.subarray(from),
    ])
  },
  function swap(bytes, random) {
    const [from, length] = range(bytes, random)
    const [other] = range(bytes, random)
    bytes.copy(bytes, from, other, Math.min(bytes.length, other + length))
    return bytes
  },
  function wrongLength(bytes, random) {
    const at = random.below(Math.max(1, bytes.length - 4))
    bytes.writeUInt32LE([0, 1, 0x7fffffff, 0xffffffff, 0xffff, 0x80000000][random.below(6)]!, at)
    return bytes
  },
  function noise(bytes, random) {
    const [from, length] = range(bytes, random)
    for (let at = from; at < from + length; at++) bytes[at] = random.below(256)
    return bytes
  },
]

export function mutant(valid: Buffer, seed: number): Buffer {
  const random = new Random(seed)
  let bytes = Buffer.from(valid)
  for (let times = 1 + random.below(2); times > 0 && bytes.length > 8; times--) {
    bytes = Buffer.from(changes[random.below(changes.length)]!(bytes, random))
  }
  return bytes
}

function range(bytes: Buffer, random: Random): [from: number, length: number] {
  const from = random.below(bytes.length)
  return [from, Math.min(bytes.length - from, 1 + random.below(400))]
}
