import { join } from 'node:path'
import { makePrivateFolder } from '../base/folders.ts'

/**
 * Where files wait for the page to save them. Their tokens end with the process, so files from an earlier run are
 * leftovers.
 */
export function exportsPath(dataFolder: string): string {
  return join(dataFolder, 'exports')
}

export async function exportsFolder(dataFolder: string): Promise<string> {
  const folder = exportsPath(dataFolder)
  await makePrivateFolder(folder)
  return folder
}
