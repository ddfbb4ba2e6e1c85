import { access } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { StoredExport } from './history/stored-export.ts'

/** Describes export files that are still in their folder. */
export async function remainingFiles(entries: readonly StoredExport[]): Promise<string[]> {
  const found = entries.map(async ({ name, folderPath, state }) => {
    if (folderPath === null || state !== 'done') return []
    const isThere = await access(join(folderPath, name)).then(
      () => true,
      () => false,
    )
    return isThere ? [`The export “${name}” in “${basename(folderPath) || folderPath}”`] : []
  })
  return (await Promise.all(found)).flat()
}
