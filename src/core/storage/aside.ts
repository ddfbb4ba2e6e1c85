import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stored } from '#shared/contract/storage.ts'

/** How damaged files are named that were kept for a repair by hand. */
const aside = /\.(?:broken|damaged)-\d/

type Found = { readonly path: string; readonly bytes: number }

/** Damaged files that were kept aside, anywhere in the data folder. */
export async function asideFiles(data: string): Promise<Found[]> {
  const entries = await readdir(data, { withFileTypes: true, recursive: true })
  const found = entries
    .filter((entry) => entry.isFile() && aside.test(entry.name))
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const known = await stat(path).catch(() => null)
      return known ? [{ path, bytes: known.size }] : []
    })
  return (await Promise.all(found)).flat()
}

export function sumOf(files: readonly Found[]): Stored['aside'] {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Returns the bytes that were freed. */
export async function deleteAside(data: string): Promise<number> {
  const files = await asideFiles(data)
  for (const { path } of files) await rm(path, { force: true })
  return sumOf(files).bytes
}
