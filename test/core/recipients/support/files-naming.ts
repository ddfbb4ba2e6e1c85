import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** All files below a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** The files below a folder whose bytes contain this text. */
export async function filesNaming(folder: string, text: string): Promise<string[]> {
  const paths = await filesIn(folder)
  const found = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)))
  return paths.filter((_, index) => found[index])
}
