import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../../base/whole-files/part-file.ts'
import { EntryTable, type Columns } from './entry-table.ts'

const meta = z.object({
  type: z.string(),
  /** Epoch milliseconds of the last complete read; null if there was none. */
  readAt: z.number().nullable(),
  /** The number of entries according to the service. */
  total: z.number().nullable(),
  /** Entries counted by the service but missing here: unreadable entries, erased people, duplicates. */
  leftOut: z.number(),
  /** Whether everything was read. If not, the copy contains the newest entries and those from earlier reads. */
  isWhole: z.boolean(),
})
export type CopyMeta = Readonly<z.infer<typeof meta>>

const header = z.object({
  meta,
  rows: z.number().int(),
  bytes: z.number().int(),
  names: z.object({ domains: z.array(z.string()), reasons: z.array(z.string()), lists: z.array(z.string()) }),
})

const columnNames = ['starts', 'domains', 'dates', 'reasons', 'lists'] as const

/**
 * Writes a table as columns. This way, reading a million entries takes a fraction of a second, and writing takes no
 * longer than copying.
 */
export async function writeCopy(path: string, table: EntryTable, about: CopyMeta): Promise<void> {
  const { columns, count, bytes } = table
  const head = Buffer.from(`${JSON.stringify({ meta: about, rows: count, bytes, names: table.names() })}\n`)
  const parts = columnNames.map((name) => columns[name].subarray(0, name === 'starts' ? count + 1 : count))
  const raw = parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  await writeWhole(path, (part) => part.write([length, head, ...raw, columns.locals.subarray(0, bytes)]), {
    mode: 0o600,
  })
}

/** Null if the file is missing or unusable: the list is then read from the service again. */
export function readCopy(path: string): { table: EntryTable; meta: CopyMeta } | null {
  try {
    const file = readFileSync(path)
    const headEnd = 4 + file.readUInt32LE(0)
    const { rows, bytes, names, meta: about } = header.parse(JSON.parse(file.toString('utf8', 4, headEnd)))
    let at = headEnd
    const take = (count: number): Uint32Array => {
      const part = file.subarray(at, (at += count * 4))
      if (part.length !== count * 4) throw new RangeError('The file is too short.')
      return new Uint32Array(Uint8Array.from(part).buffer)
    }
    const numbers = Object.fromEntries(
      columnNames.map((name) => [name, take(name === 'starts' ? rows + 1 : rows)]),
    ) as Omit<Columns, 'locals'>
    const locals = Buffer.from(file.subarray(at, at + bytes))
    if (locals.length !== bytes || numbers.starts[rows] !== bytes) throw new RangeError('The file is too short.')
    return { table: new EntryTable(names, { ...numbers, locals }), meta: about }
  } catch {
    return null
  }
}
