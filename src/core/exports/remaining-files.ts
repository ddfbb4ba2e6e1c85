import { access } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { StoredExport } from './history/stored-export.ts'

/**
 * Describes the export files that are still in their folders, and those of exports in progress, which may already
 * contain the rows now being erased from the archive.
 */
export async function remainingFiles(entries: readonly StoredExport[]): Promise<string[]> {
  const found = entries.map(async ({ name, folderPath, state }) => {
    if (folderPath === null) return []
    const isInProgress = state === 'running' || state === 'paused'
    return isInProgress || (state === 'done' && (await isThere(join(folderPath, name))))
      ? [`The export “${name}” in “${basename(folderPath) || folderPath}”`]
      : []
  })
  return (await Promise.all(found)).flat()
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
