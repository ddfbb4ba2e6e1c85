import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError } from '../base/json-file.ts'

/** Where files wait for the page to save them. They hold data of the archive, so only the user may read them. */
export async function exportsFolder(dataFolder: string): Promise<string> {
  const folder = folderIn(dataFolder)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw fileError(folder, error)
  }
  return folder
}

/** Tokens end with the process, so files of an earlier run can never be saved. */
export async function clearExports(dataFolder: string): Promise<void> {
  await rm(folderIn(dataFolder), { recursive: true, force: true })
}

function folderIn(dataFolder: string): string {
  return join(dataFolder, 'exports')
}
