import { stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { placeError, writeWhole } from './users-place.ts'

/** Writes a new file into a folder that the user chose, beside those that are there; returns its path. */
export async function writeNewFile(folder: string, name: string, content: Uint8Array): Promise<string> {
  await stat(folder).catch((error: unknown) => {
    throw placeError(folder, error)
  })
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ending}`)
    const isTaken = await stat(path).then(
      () => true,
      () => false,
    )
    if (isTaken) continue
    await writeWhole(path, (part) => writeFile(part, content, { flag: 'wx' }))
    return path
  }
}
