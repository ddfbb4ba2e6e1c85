import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { namesPerson } from '#shared/domain/recipients/names-person.ts'

type Folders = {
  readonly data: string
  /** That of the account, in which no other has files. */
  readonly account: string
}

/**
 * Files that could not be read are kept for a repair by hand, which must not bring an erased person back. An empty one stays: it
 * says of a draft that its content was damaged, and that its files are not left-overs.
 */
export async function emptyBrokenFiles({ data, account }: Folders, email: string): Promise<void> {
  const isNaming = namesPerson(email)
  const folders = [data, ...(await foldersIn(join(data, 'compose'))), ...(await foldersIn(account))]
  for (const folder of folders) {
    for (const name of await ifThere(readdir(folder), [])) {
      const path = join(folder, name)
      if (name.includes('.broken-') && isNaming(await ifThere(readFile(path, 'utf8'), '')))
        await ifThere(truncate(path), undefined)
    }
  }
}

/** This folder and all below it. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await ifThere(readdir(folder, { withFileTypes: true }), [])
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => foldersIn(join(folder, name)))
  return [folder, ...(await Promise.all(below)).flat()]
}

/** What is removed meanwhile names nobody any more. */
async function ifThere<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  return reading.catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'ENOENT') throw thrown
    return otherwise
  })
}
