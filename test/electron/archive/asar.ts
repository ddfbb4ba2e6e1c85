import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

type Entry = { readonly files?: Record<string, Entry> } & Stored
type Stored = { readonly offset?: string; readonly size?: number; readonly unpacked?: boolean }

/** An asar starts with a header of four sizes. The last one is the length of the JSON that follows. */
const headerStart = 16

/** The files in the archive, by path. */
export async function filesOfArchive(path: string): Promise<Map<string, Stored>> {
  return filesIn(await readFile(path))
}

/** Extracts the archive into `folder`, together with the unpacked files beside it, which the system has to load. */
export async function extractArchive(path: string, folder: string): Promise<void> {
  const archive = await readFile(path)
  const start = 8 + archive.readUInt32LE(4)
  for (const [name, { offset, size = 0, unpacked = false }] of filesIn(archive)) {
    const target = join(folder, name)
    await mkdir(dirname(target), { recursive: true })
    if (unpacked) await cp(join(`${path}.unpacked`, name), target)
    else await writeFile(target, archive.subarray(start + Number(offset), start + Number(offset) + size))
  }
}

function filesIn(archive: Buffer): Map<string, Stored> {
  const end = headerStart + archive.readUInt32LE(12)
  const header = JSON.parse(archive.toString('utf8', headerStart, end)) as Entry
  const found = new Map<string, Stored>()
  const walk = (entry: Entry, name: string): void => {
    if (entry.files === undefined) found.set(name, entry)
    else for (const [child, inner] of Object.entries(entry.files)) walk(inner, name === '' ? child : `${name}/${child}`)
  }
  walk(header, '')
  return found
}
