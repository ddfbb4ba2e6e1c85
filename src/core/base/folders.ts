import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from './json-file.ts'
import type { Logger } from './ports.ts'

/** Creates a folder that only this user may read. */
export async function makePrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileError(path, error)
  }
}

/** Removes files from an earlier run, which may contain personal data. A failure does not prevent the app from starting. */
export async function clearLeftOvers(folder: string, logger: Logger): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    logger.log('warn', 'Files from an earlier run could not be removed.', { reason: String(error) })
  }
}

/** Paths of all files in a folder and its subfolders. A folder that can’t be read counts as empty. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/**
 * Returns the total size in bytes of all files in a folder and its subfolders. A file with several hard links counts once.
 * A missing folder counts as empty.
 */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  const seen = new Set<number>()
  for await (const path of filesBelow(folder)) {
    // A file that is removed while it is being examined is skipped.
    const found = await stat(path).catch(() => null)
    if (!found || seen.has(found.ino)) continue
    if (found.nlink > 1) seen.add(found.ino)
    bytes += found.size
  }
  return bytes
}

export async function sizeOfFolders(
  folders: readonly { readonly path: string }[],
): Promise<{ bytes: number; items: number }> {
  let bytes = 0
  for (const { path } of folders) bytes += await folderBytes(path)
  return { bytes, items: folders.length }
}
