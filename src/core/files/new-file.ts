import { extname, join } from 'node:path'
import { firstFreeName, moveIfFree, numbered } from '../base/whole-files/free-name.ts'
import { PartFile, partPathOf } from '../base/whole-files/part-file.ts'
import { chosenFileError } from '../base/whole-files/chosen-file-error.ts'

/** Writes a new file into a folder chosen by the user, alongside the existing files; returns its path. */
export async function writeNewFile(folder: string, name: string, content: Uint8Array): Promise<string> {
  const ending = extname(name)
  const names = numbered(name.slice(0, name.length - ending.length), ending)
  try {
    const part = await PartFile.open(partPathOf(join(folder, name)))
    try {
      await part.write([content])
      await part.close()
      for (;;) {
        const path = join(folder, await firstFreeName(folder, names))
        if (await moveIfFree(part.path, path)) return path
      }
    } catch (error) {
      await part.remove()
      throw error
    }
  } catch (error) {
    throw chosenFileError(join(folder, name), error)
  }
}
