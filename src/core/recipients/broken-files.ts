import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesPerson } from '#shared/domain/recipients/names-person.ts'

/** Files that could not be read are kept for a repair by hand, which must not bring an erased person back. */
export async function removeBrokenFiles({ data, account }: { data: string; account: string }, email: string) {
  const isNaming = namesPerson(email)
  for (const path of [...(await brokenIn(data)), ...(await brokenIn(account, true))]) {
    if (isNaming(await readFile(path, 'utf8'))) await rm(path, { force: true })
  }
}

/** An account whose history was deleted may have no folder. */
async function brokenIn(folder: string, recursive = false): Promise<string[]> {
  const entries = await readdir(folder, { recursive, withFileTypes: true }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown
    return []
  })
  const broken = entries.filter((entry) => entry.isFile() && entry.name.includes('.broken-'))
  return broken.map(({ parentPath, name }) => join(parentPath, name))
}
