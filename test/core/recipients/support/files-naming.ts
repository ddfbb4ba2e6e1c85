import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a folder, however deep, with this text in any of their bytes. */
export async function filesNaming(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)))
  return paths.filter((_, index) => found[index])
}
