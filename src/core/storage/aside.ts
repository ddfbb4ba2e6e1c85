import { rm, stat, truncate } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Stored } from '#shared/contract/storage.ts'
import { filesBelow } from '../base/folders.ts'

const aside = /\.(?:broken|damaged)-\d/

type Found = { readonly path: string; readonly bytes: number }

/** Damaged files that were set aside anywhere in the data folder. Empty files contain nothing to delete. */
export async function asideFiles(data: string): Promise<Found[]> {
  const found: Found[] = []
  for await (const path of filesBelow(data)) {
    if (!aside.test(basename(path))) continue
    const known = await stat(path).catch(() => null)
    if (known && known.size > 0) found.push({ path, bytes: known.size })
  }
  return found
}

export function sumOf(files: readonly Found[]): Stored['aside'] {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Returns the number of bytes freed. */
export async function deleteAside(data: string): Promise<number> {
  const files = await asideFiles(data)
  for (const { path } of files) {
    // In a draft, the empty file shows that the files next to it are not leftovers.
    await (basename(path).startsWith('content.json') ? truncate(path) : rm(path, { force: true }))
  }
  return sumOf(files).bytes
}
