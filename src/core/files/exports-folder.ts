import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from '../store/json-file.ts'

/** Where files wait for the page to save them. They hold what the archive holds: nobody but the user may look in. */
export async function exportsFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'exports')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileError(folder, error)
  }
  return folder
}
