import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { namesPerson } from '#shared/domain/recipients/names-person.ts'

type Folders = {
  readonly data: string
  /** Ids of the other accounts. Their files and folders may still name the person. */
  readonly others: readonly string[]
}

/**
 * Unreadable files are kept for manual repair, which must not restore an erased person. They are emptied, not removed: in a
 * draft, the empty file shows that its content was damaged and that the files next to it are not leftovers.
 */
export async function emptyBrokenFiles({ data, others }: Folders, email: string): Promise<void> {
  const isNaming = namesPerson(email)
  const isOfOther = (name: string) => others.some((id) => name.includes(id))
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await ifThere(readdir(folder, { withFileTypes: true }), [])) {
      const path = join(folder, entry.name)
      if (isOfOther(entry.name)) continue
      if (entry.isDirectory()) await visit(path)
      else if (entry.name.includes('.broken-') && isNaming(await ifThere(readFile(path, 'utf8'), '')))
        await ifThere(truncate(path), undefined)
    }
  }
  await visit(data)
}

/** A file that has already been removed no longer names anyone. */
async function ifThere<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  return reading.catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown
    return otherwise
  })
}
